import type { FastifyReply, FastifyRequest } from 'fastify';
import { whenThere } from '../../platform/clock/when-there.js';
import type { AnswerCache } from './answer-cache.js';
import { isChainMethod } from './method/documented-method.js';
import { enclosed } from './written-answer.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the answer is to be kept under. */
    answerName?: string;
  }
}

/** Answers requests that passed all checks from the cache, where it has their answer. */
export function cachedAnswers(publicUrl: string, cache: AnswerCache) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const method = request.routeOptions.config.documented;
    if (!method || !isChainMethod(method) || method.answersAnew) {
      done();
      return;
    }
    const answer = (name: string | undefined): void => {
      const kept = name === undefined ? undefined : cache.find(name);
      if (kept) {
        reply.send(enclosed(kept, request, reply, { publicUrl, cached: true }));
        return;
      }
      if (name !== undefined) request.answerName = name;
      done();
    };
    const answered = whenThere(cache.nameOf(request.raw.url ?? '/'), answer);
    if (answered instanceof Promise) answered.catch(done);
  };
}
