import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiResponse } from './method/api-response.js';
import type { ResponseCache } from './response-cache.js';
import { enclosed, serializeResponse } from './serialized-response.js';

const asIs = (text: unknown) => text as string;

/**
 * Turns an `Answer` into the text of `{data, meta}` with its validator, or into a 304 when the caller already has it.
 * `data` becomes JSON once, and the same text is hashed, sent and kept.
 */
export function envelope(publicUrl: string, cache: ResponseCache) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!(payload instanceof ApiResponse)) {
      done(null, payload);
      return;
    }
    const written = serializeResponse(payload);
    if (request.responseNames && !payload.isPassing)
      cache.keep(request.responseNames, written, payload.wholeBlock);
    reply.serializer(asIs);
    done(null, enclosed(written, request, reply, { publicUrl, cached: payload.isCached }) ?? '');
  };
}

type Done = (error: Error | null, payload: unknown) => void;
