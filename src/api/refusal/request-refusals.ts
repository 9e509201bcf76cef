import { Refusal } from '../../domain/refusal/refusal.js';

/** The longest accepted request target, in bytes. */
export const MAX_URI_BYTES = 4096;

/** The longest accepted request line with headers, in bytes. */
export const MAX_HEADER_BYTES = 65_536;

/** The longest accepted body, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** @param actual in bytes; undefined if reading stopped before the end of the target */
export function uriTooLong(actual?: number): Refusal {
  return new Refusal('uri_too_long', `The request target is longer than ${MAX_URI_BYTES} bytes.`, {
    reason: 'uri_too_long',
    maxUriBytes: MAX_URI_BYTES,
    ...(actual === undefined ? {} : { actual }),
  });
}

/** The closed set of reasons has none for it, so programs recognise it by the status. */
export function headersTooLarge(): Refusal {
  return new Refusal('bad_request', `The headers are longer than ${MAX_HEADER_BYTES} bytes, or too many.`);
}

/** Invalid percent-encoding, UTF-8 or HTTP. */
export function encodingInvalid(): Refusal {
  return new Refusal('bad_request', 'The request is not correctly encoded.', { reason: 'encoding_invalid' });
}

/** A body that is no JSON or no message, or is longer than `MAX_BODY_BYTES`. */
export function bodyInvalid(): Refusal {
  return new Refusal(
    'bad_request',
    `The body must be one JSON-RPC message as application/json, of at most ${MAX_BODY_BYTES} bytes.`,
    { reason: 'body_invalid' },
  );
}

export function unknownRoute(): Refusal {
  return new Refusal('not_found', 'There is no such path: /docs lists all paths.');
}

export function methodNotAllowed(allow: string): Refusal {
  return new Refusal('method_not_allowed', `This path serves ${allow}.`);
}

export function chainNotSupported(): Refusal {
  return new Refusal('chain_not_supported', 'Only chain 1 is served.');
}
