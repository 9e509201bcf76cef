import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer } from './answer.js';
import type { AnswerCache } from './answer-cache.js';
import { enclosed, writtenAnswer } from './written-answer.js';

const asIs = (text: unknown) => text as string;

/**
 * Turns an `Answer` into the text of `{data, meta}` with its validator, or into a 304 when the caller already has it.
 * `data` becomes JSON once, and the same text is hashed, sent and kept.
 */
export function envelope(publicUrl: string, cache: AnswerCache) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!(payload instanceof Answer)) {
      done(null, payload);
      return;
    }
    const written = writtenAnswer(payload);
    if (request.answerName !== undefined && !payload.isPassing) cache.keep(request.answerName, written);
    reply.serializer(asIs);
    done(null, enclosed(written, request, reply, { publicUrl, cached: payload.isCached }) ?? '');
  };
}

type Done = (error: Error | null, payload: unknown) => void;
