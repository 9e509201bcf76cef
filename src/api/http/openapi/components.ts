import { getSchemaPath, type SecuritySchemeObject } from '@nestjs/swagger';
import { RefusalDto } from '../record/refusal.dto.js';

const X_REQUEST_ID = { $ref: '#/components/headers/XRequestId' };

function refusal(description: string, headers: Record<string, unknown> = {}) {
  return {
    description,
    headers: { 'X-Request-Id': X_REQUEST_ID, ...headers },
    content: { 'application/json': { schema: { $ref: getSchemaPath(RefusalDto) } } },
  };
}

const QUOTA = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
};

/** Security schemes of callers. */
export const SECURITY_SCHEMES: Readonly<Record<string, SecuritySchemeObject>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'A key on a plan: Enriched Data, or Intelligence, which opens everything.',
  },
  bearerKey: { type: 'http', scheme: 'bearer', description: 'The same key, as `Authorization: Bearer`.' },
  x402: {
    type: 'apiKey',
    in: 'header',
    name: 'PAYMENT-SIGNATURE',
    description: 'A payment payload of x402 version 2, Base64; on the pay address only.',
  },
};

/** Parameters that every operation takes. */
export const PARAMETERS = {
  chainId: {
    name: 'chainId',
    in: 'path',
    required: true,
    description:
      'The chain: the literal `1`. Any other text, `01` included, is refused with `chain_not_supported`.',
    schema: { type: 'string', enum: ['1'] },
  },
  requestId: {
    name: 'X-Request-Id',
    in: 'header',
    required: false,
    description:
      'An identifier of the caller in visible ASCII. It comes back in the answer, and in `error.requestId` of a refusal; of a longer one the first 1,024 characters.',
    schema: { type: 'string', maxLength: 1024 },
  },
};

export const HEADERS = {
  XRequestId: {
    description: 'The `X-Request-Id` of the request; absent when it carried none.',
    schema: { type: 'string', maxLength: 1024 },
  },
  ETag: {
    description: 'Weak validator of `data`; `meta` does not enter.',
    schema: { type: 'string', pattern: '^W/"[^"]+"$' },
  },
  CacheControl: {
    description:
      '`private, no-cache`: keep it, and ask again with the `ETag`, as later findings may change any answer.',
    schema: { type: 'string' },
  },
  Allow: { description: 'HTTP methods the path serves.', required: true, schema: { type: 'string' } },
  RateLimit: {
    description:
      'The remaining quota of the key, in the form of the IETF draft: `"requests";r=599;t=30` means 599 requests in the next 30 seconds. On every answer to a valid key.',
    schema: { type: 'string' },
  },
  RateLimitPolicy: {
    description:
      'The limit of the key, in the same form: `"requests";q=600;w=60` means 600 requests in 60 seconds. On every answer to a valid key.',
    schema: { type: 'string' },
  },
  PaymentResponse: {
    description: 'The settlement, as x402 version 2 states it, Base64; on the pay address only.',
    schema: { type: 'string' },
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 0 } },
};

/** A protocol message of agents; the protocol defines its other fields. */
export const MESSAGE = {
  type: 'object',
  description: 'A JSON-RPC 2.0 message as the Model Context Protocol defines it.',
  required: ['jsonrpc'],
  properties: { jsonrpc: { type: 'string', const: '2.0', description: 'Always `2.0`.' } },
  additionalProperties: true,
};

export const RESPONSES = {
  NotModified: {
    description: '`If-None-Match` names the current `ETag`; no body.',
    headers: {
      'X-Request-Id': X_REQUEST_ID,
      ETag: { $ref: '#/components/headers/ETag' },
      'Cache-Control': { $ref: '#/components/headers/CacheControl' },
    },
  },
  BadRequest: refusal('Malformed input, or a parameter out of range; `x-errors` lists the reasons.'),
  Unauthorized: refusal('No key, or none that is valid.', {
    'WWW-Authenticate': { description: 'How to name a key.', schema: { type: 'string' } },
  }),
  PaymentRequired: refusal(
    'At the pay address: no payment, or an invalid one. The price is in the body and, in the form of x402 version ' +
      '2, in `PAYMENT-REQUIRED`.',
    {
      'PAYMENT-REQUIRED': {
        description: 'The price in the form of x402 version 2, Base64.',
        schema: { type: 'string' },
      },
      'PAYMENT-RESPONSE': { $ref: '#/components/headers/PaymentResponse' },
    },
  ),
  Forbidden: refusal('The plan of the key does not open this method.', QUOTA),
  TooManyRequests: refusal(
    'Too many requests with this key, or without a valid one; or too many calls for which this payer has not paid.',
    {
      'Retry-After': { $ref: '#/components/headers/RetryAfter' },
      ...QUOTA,
    },
  ),
  NotFound: refusal('No such record, path or chain.'),
  MethodNotAllowed: refusal('An HTTP method the path does not serve.', {
    Allow: { $ref: '#/components/headers/Allow' },
  }),
  UriTooLong: refusal('The request target is too long.'),
  BlockNotAvailable: refusal('A block that is not stored yet; it may exist.'),
  InternalError: refusal('A failure on our side.'),
  ServiceUnavailable: refusal(
    'The data behind the method is not available, or at the pay address the outcome of a payment is not known yet; try again later, with the same payment. ' +
      'Without `Retry-After` the answer has too many rows, and a later attempt gets the same.',
    { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
  ),
};
