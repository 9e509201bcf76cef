import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify';

type Sent = (error: Error | null, payload?: unknown) => void;

/**
 * A HEAD that is answered 304 names no length, as the GET does: Fastify would name that of no body, and a cache would take the body that it
 * has for a broken one.
 */
export function namesNoLengthUnchanged(route: RouteOptions): void {
  if (route.method === 'HEAD') route.onSend = [route.onSend ?? [], withoutLength].flat();
}

function withoutLength(_: FastifyRequest, reply: FastifyReply, payload: unknown, sent: Sent): void {
  if (reply.statusCode === 304) reply.removeHeader('content-length');
  sent(null, payload);
}
