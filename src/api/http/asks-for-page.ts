import type { FastifyRequest } from 'fastify';

/** Whether HTML is asked for by name, as browsers do that open an address. */
export const asksForPage = ({ headers }: Pick<FastifyRequest, 'headers'>): boolean =>
  (headers.accept ?? '').split(',').some((type) => type.split(';')[0]!.trim() === 'text/html');
