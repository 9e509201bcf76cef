import type { FastifyReply } from 'fastify';
import { Refusal } from '../../../domain/refusal/refusal.js';
import { encodingInvalid } from '../../refusal/request-refusals.js';
import { checkTarget } from '../connection/request-target.js';
import { writeRefusal } from './write-refusal.js';

/** Refuses a target that the router cannot decode, which it finds before any other check can run. */
export function refuseUnroutable(
  _: Error,
  request: { readonly raw: { readonly url?: string | undefined } },
  reply: FastifyReply,
): void {
  try {
    checkTarget(request.raw.url ?? '/');
    throw encodingInvalid();
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    writeRefusal(reply, refusal);
  }
}
