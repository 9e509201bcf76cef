import type { FastifyReply, FastifyRequest } from 'fastify';
import { Answer } from './answer.js';
import { CHAIN_NAME } from './chain.js';
import { entityTag, names } from './entity-tag.js';

const asIs = (text: unknown) => text as string;

/**
 * Turns an `Answer` into the text of `{data, meta}` with its validator, or into a 304 when the caller already has it.
 * `data` becomes JSON once, and the same text is hashed and sent.
 */
export function envelope(publicUrl: string) {
  return (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Done): void => {
    if (!(payload instanceof Answer)) {
      done(null, payload);
      return;
    }
    const data = JSON.stringify(payload.data);
    const tag = entityTag(data);
    reply.serializer(asIs).header('etag', tag).header('cache-control', 'private, no-cache');
    if (names(request.headers['if-none-match'], tag)) {
      reply.code(304);
      done(null, '');
      return;
    }
    const docs = `${publicUrl}/docs#${request.routeOptions.config.documented?.operationId}`;
    reply.header('content-type', 'application/json; charset=utf-8');
    done(null, `{"data":${data},"meta":${meta(docs, payload.asOfBlock)}}`);
  };
}

type Done = (error: Error | null, payload: unknown) => void;

function meta(docs: string, asOfBlock: number | undefined): string {
  const statement = asOfBlock === undefined ? '' : `,"asOfBlock":${asOfBlock}`;
  return `{"chain":"${CHAIN_NAME}","timestamp":${Date.now()},"cached":false,"docs":${JSON.stringify(docs)}${statement}}`;
}
