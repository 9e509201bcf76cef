import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

type Sent = (error: Error | null, payload?: unknown) => void;

/**
 * Lets a HEAD that is answered with 304 state no length, as the GET does. Fastify would state length 0, and a
 * cache would then take its stored body for a broken one.
 */
export function namesNoLengthUnchanged(route: RouteOptions): void {
  if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], withoutLength].flat();
}

function withoutLength(_: FastifyRequest, reply: FastifyReply, payload: unknown, sent: Sent): void {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  sent(null, payload);
}
