import type { FastifyReply, FastifyRequest } from 'fastify';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import { isChainMethod } from './method/documented-method.js';
import type { ResponseCache, ResponseNames } from './response-cache.js';
import { enclosed } from './serialized-response.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the cache keeps the answer. */
    responseNames?: ResponseNames;
  }
}

/** Answers requests that passed all checks from the cache, where it has their answer. */
export function cachedResponses(publicUrl: string, cache: ResponseCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const { documented: method } = request;
    if (!method || !isChainMethod(method) || method.answersAnew) {
      done();
      return;
    }
    const answer = (names: ResponseNames | undefined): void => {
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
