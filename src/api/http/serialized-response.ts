import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksForHtml } from '../../platform/html/asks-for-html.js';
import { entityTag, names } from './entity-tag.js';
import type { ApiResponse } from './method/api-response.js';
import { CHAIN_NAME } from './method/chain.js';
import { isChainMethod } from './method/documented-method.js';

/** The text of an answer, as far as it does not depend on the caller and the time. */
export interface SerializedResponse {
  /** JSON of `data`. */
  readonly data: string;
  readonly tag: string;
  readonly asOfBlock?: number;
}

export function serializeResponse({ json: text, asOfBlock }: ApiResponse<object>): SerializedResponse {
  return { data: text, tag: entityTag(text), ...(asOfBlock !== undefined && { asOfBlock }) };
}

/** What the sending of an answer needs besides its text. */
export interface Sending {
  readonly publicUrl: string;
  /** Whether it was taken from the cache. */
  readonly cached: boolean;
}

/**
 * Sets the headers of an answer.
 * @returns its body `{data, meta}` or its page; undefined for a 304 when the caller has it already
 */
export function enclosed(
  response: SerializedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, cached }: Sending,
): string | undefined {
  const { documented } = request;
  const page = documented && isChainMethod(documented) ? documented.page : undefined;
  if (page) {
    reply.header('vary', 'accept');
    if (asksForHtml(request.headers.accept)) return pageOf(response, request, reply, page.policy);
  }
  const { data, tag, asOfBlock } = response;
  const { headers } = request;
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (names(headers['if-none-match'], tag)) {
    reply.code(304);
    return undefined;
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  const docs = JSON.stringify(`${publicUrl}/docs#${documented?.operationId}`);
  const statement = asOfBlock === undefined ? '' : `,"asOfBlock":${asOfBlock}`;
  const meta = `{"chain":"${CHAIN_NAME}","timestamp":${Date.now()},"cached":${cached},"docs":${docs}${statement}}`;
  return `{"data":${data},"meta":${meta}}`;
}

/** The HTML document of a record, without `{data, meta}`. */
function pageOf(
  { data, tag: tagOfRecord }: SerializedResponse,
  { headers }: FastifyRequest,
  reply: FastifyReply,
  policy: string,
): string | undefined {
  const tag = entityTag(`page ${tagOfRecord}`);
  reply.header('etag', tag).header('cache-control', 'private, no-cache');
  if (names(headers['if-none-match'], tag)) {
    reply.code(304);
    return undefined;
  }
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer');
  return (JSON.parse(data) as { document: string }).document;
}
