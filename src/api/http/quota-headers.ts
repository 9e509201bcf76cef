import type { FastifyReply } from 'fastify';
import type { Quota } from '../access/access.js';

/** States a quota by the IETF draft on rate limit headers: structured fields with one named policy. */
export function stateQuota(
  reply: FastifyReply,
  { requests, windowSeconds, left, resetSeconds }: Quota,
): void {
  reply
    .header('ratelimit-policy', `"requests";q=${requests};w=${windowSeconds}`)
    .header('ratelimit', `"requests";r=${left};t=${resetSeconds}`);
}
