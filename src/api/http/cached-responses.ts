import type { FastifyReply, FastifyRequest } from 'fastify';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { isChainMethod } from './method/documented-method.js';
import type { ResponseCache, ResponseNames } from './response-cache.js';
import { enclosed } from './serialized-response.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Names under which the cache keeps the answer. */
    responseNames?: ResponseNames;
  }
}

/**
 * Answers requests from the cache where it has their answer. To be called after all checks. Refuses requests
 * while the store is not whole.
 */
export function cachedResponses(publicUrl: string, cache: ResponseCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { documented: method } = request;
    if (!method || !isChainMethod(method) || method.needsNoStore) {
      done();
      return;
    }
    const answer = (current: ResponseNames | undefined): void => {
      const names = method.answersAnew ? undefined : current;
      const kept = names && cache.find(names);
      if (kept) {
        reply.send(enclosed(kept, request, reply, { publicUrl, cached: true }));
        return;
      }
      if (names) request.responseNames = names;
      done();
    };
    const answered = mapMaybePromise(cache.namesOf(request.raw.url ?? '/'), answer);
    if (answered instanceof Promise) answered.catch(done);
  };
}
