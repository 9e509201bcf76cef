import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTag, names } from './entity-tag.js';
import type { ApiResponse } from './method/api-response.js';
import { CHAIN_NAME } from './method/chain.js';

/** An answer as text: what of it does not depend on who asks and when. */
export interface SerializedResponse {
  /** JSON of `data`. */
  readonly data: string;
  readonly tag: string;
  readonly asOfBlock?: number;
}

export function serializeResponse({ data, asOfBlock }: ApiResponse<object>): SerializedResponse {
  const text = JSON.stringify(data);
  return { data: text, tag: entityTag(text), ...(asOfBlock !== undefined && { asOfBlock }) };
}

/** How an answer leaves. */
export interface Sending {
  readonly publicUrl: string;
  /** Whether it was taken from the cache. */
  readonly cached: boolean;
}

/** Sets what goes with an answer; returns its body `{data, meta}`, or nothing for a 304 when the caller has it already. */
export function enclosed(
  { data, tag, asOfBlock }: SerializedResponse,
  { headers, routeOptions }: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, cached }: Sending,
): string | undefined {
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (names(headers['if-none-match'], tag)) {
    reply.code(304);
    return undefined;
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  const docs = JSON.stringify(`${publicUrl}/docs#${routeOptions.config.documented?.operationId}`);
  const statement = asOfBlock === undefined ? '' : `,"asOfBlock":${asOfBlock}`;
  const meta = `{"chain":"${CHAIN_NAME}","timestamp":${Date.now()},"cached":${cached},"docs":${docs}${statement}}`;
  return `{"data":${data},"meta":${meta}}`;
}
