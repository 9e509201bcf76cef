import type { FastifyReply, FastifyRequest } from 'fastify';
import { onResponseSent } from './pay/response-sent.js';

/**
 * Time to settle the payment of a large answer and to send it. What is not read by then is cut off, and its
 * place is free.
 */
const LARGE_SENT_MS = 120_000;

/** Reports that a large answer has left, or will not. */
export function onLargeSent(request: FastifyRequest, reply: FastifyReply, whenLeft: () => void): void {
  onResponseSent({ request: request.raw, response: reply.raw }, LARGE_SENT_MS, whenLeft);
}
