import type { ReferenceObject, ResponseObject, ResponsesObject, SchemaObject } from '@nestjs/swagger';
import { getSchemaPath } from '@nestjs/swagger';
import {
  type ChainMethod,
  type DocumentedMethod,
  isChainMethod,
  isMessageMethod,
  type OperationMethod,
} from '../method/documented-method.js';
import { refusalRows } from '../method/refusal-rows.js';
import { MetaDto, MetaNoBlockDto } from '../record/meta.dto.js';

const ref = (kind: 'headers' | 'responses', name: string): ReferenceObject => ({
  $ref: `#/components/${kind}/${name}`,
});

/** Names in `components.responses` of the refusals, by status. */
const REFUSAL_RESPONSES: Readonly<Record<number, string>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  402: 'PaymentRequired',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  414: 'UriTooLong',
  422: 'BlockNotAvailable',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

/** The answers of a method, by status. */
export function responsesOf(method: DocumentedMethod): ResponsesObject {
  const refusals = refusalRows(method).map(({ status }) => [
    status,
    ref('responses', REFUSAL_RESPONSES[status] ?? ''),
  ]);
  return { ...answersOf(method), ...Object.fromEntries(refusals) };
}

function answersOf(method: DocumentedMethod): ResponsesObject {
  if (isMessageMethod(method)) return MESSAGE_RESPONSES;
  if (!isChainMethod(method)) return { 200: bodyOf(method) };
  return { 200: envelopeOf(method), 304: ref('responses', 'NotModified') };
}

const ACCESS_HEADERS = {
  'X-Request-Id': ref('headers', 'XRequestId'),
  RateLimit: ref('headers', 'RateLimit'),
  'RateLimit-Policy': ref('headers', 'RateLimitPolicy'),
} as NonNullable<ResponseObject['headers']>;

const MESSAGE_RESPONSES: ResponsesObject = {
  200: {
    description: 'The answer to a request.',
    headers: ACCESS_HEADERS,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/McpMessage' } } },
  },
  202: { description: 'A notification was taken; no body.', headers: ACCESS_HEADERS },
};

function envelopeOf(method: ChainMethod): ResponseObject {
  const meta = getSchemaPath(method.asOfBlock === 'never' ? MetaNoBlockDto : MetaDto);
  const schema: SchemaObject = {
    type: 'object',
    additionalProperties: false,
    required: ['data', 'meta'],
    properties: { data: { $ref: getSchemaPath(method.record) }, meta: { $ref: meta } },
  };
  return {
    description: `${method.summary}.`,
    headers: {
      ...ACCESS_HEADERS,
      ETag: ref('headers', 'ETag'),
      'Cache-Control': ref('headers', 'CacheControl'),
      'PAYMENT-RESPONSE': ref('headers', 'PaymentResponse'),
    },
    content: {
      'application/json': { schema },
      ...(method.page && { 'text/html': { schema: { type: 'string' } } }),
    },
  };
}

function bodyOf(method: OperationMethod): ResponseObject {
  const text: SchemaObject = { type: method.contentType === 'application/json' ? 'object' : 'string' };
  return {
    description: `${method.summary}.`,
    headers: { 'X-Request-Id': ref('headers', 'XRequestId') } as NonNullable<ResponseObject['headers']>,
    content: {
      [method.contentType]: { schema: method.record ? { $ref: getSchemaPath(method.record) } : text },
    },
  };
}
