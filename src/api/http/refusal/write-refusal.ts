import type { FastifyReply } from 'fastify';
import { LastingRefusal, type Refusal } from '../../../domain/refusal/refusal.js';
import type { RefusalCode } from '../../../domain/refusal/refusal-code.js';
import { requestIdOf } from '../connection/request-id.js';
import { refusalBody } from './refusal-body.js';
import { statusOf } from './refusal-status.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Code of the refusal with which the request was answered. */
    refusalCode?: RefusalCode;
  }
}

/** Seconds after which a request should be repeated whose data was not available. */
const RETRY_AFTER_SECONDS = 5;

/** Sends a refusal. */
export function writeRefusal(reply: FastifyReply, refusal: Refusal): void {
  const body = prepareRefusal(reply, refusal);
  reply.send(body);
}

/**
 * Makes a reply a refusal.
 * @returns its body. Refusals are never cached, because the request may succeed a moment later
 */
export function prepareRefusal(reply: FastifyReply, refusal: Refusal): string {
  reply.request.refusalCode = refusal.code;
  const requestId = requestIdOf(reply.request.headers['x-request-id']);
  if (requestId !== undefined) reply.header('x-request-id', requestId);
  const status = statusOf(refusal);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const wait = retryAfterSeconds(refusal);
  // A caller that knows a better time has set the header already.
  if (wait !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', wait);
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-type', 'application/json; charset=utf-8');
  return refusalBody(refusal, requestId);
}

function retryAfterSeconds(refusal: Refusal): number | undefined {
  const { code, details } = refusal;
  if (details?.reason === 'rate_limited') return details.retryAfterSeconds;
  if (refusal instanceof LastingRefusal) return;
  return code === 'service_unavailable' ? RETRY_AFTER_SECONDS : undefined;
}
