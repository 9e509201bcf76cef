import { STATUS_CODES } from 'node:http';
import type { Refusal } from '../../../domain/refusal/refusal.js';
import { refusalBody } from './refusal-body.js';

export interface RawRefusal {
  readonly refusal: Refusal;
  readonly status: number;
  readonly requestId?: string | undefined;
  /** Further headers, with names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A refusal as bytes of an HTTP response that ends its connection, for use where there is no response object.
 */
export function rawRefusal({ refusal, status, requestId, headers = {} }: RawRefusal): string {
  const body = refusalBody(refusal, requestId);
  const all = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...headers,
    ...(requestId !== undefined && { 'x-request-id': requestId }),
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
