import { Refusal } from '../../domain/refusal/refusal.js';

/** The longest request target accepted, in bytes. */
export const MAX_URI_BYTES = 4096;

/** The most that a request line and headers may take together, in bytes. */
export const MAX_HEADER_BYTES = 65_536;

/** The longest body accepted, in bytes. */
export const MAX_BODY_BYTES = 65_536;

/** `actual` in bytes; absent when reading stopped before the end of the target. */
export function uriTooLong(actual?: number): Refusal {
  return new Refusal('uri_too_long', `The request target is longer than ${MAX_URI_BYTES} bytes.`, {
    reason: 'uri_too_long',
    maxUriBytes: MAX_URI_BYTES,
    ...(actual === undefined ? {} : { actual }),
  });
}

/** The closed set of reasons has none for it; the status identifies it to programs. */
export function headersTooLarge(): Refusal {
  return new Refusal('bad_request', `The headers are longer than ${MAX_HEADER_BYTES} bytes, or too many.`);
}

/** Percent-encoding, UTF-8 or HTTP that cannot be read. */
export function encodingInvalid(): Refusal {
  return new Refusal('bad_request', 'The request is not correctly encoded.', { reason: 'encoding_invalid' });
}

/** A body that is no JSON, no message, or longer than `MAX_BODY_BYTES`. */
export function bodyInvalid(): Refusal {
  return new Refusal(
    'bad_request',
    `The body must be one JSON-RPC message as application/json, of at most ${MAX_BODY_BYTES} bytes.`,
    { reason: 'body_invalid' },
  );
}

export function unknownRoute(): Refusal {
  return new Refusal('not_found', 'There is no such path here.');
}

export function methodNotAllowed(allow: string): Refusal {
  return new Refusal('method_not_allowed', `This path serves ${allow}.`);
}

export function chainNotSupported(): Refusal {
  return new Refusal('chain_not_supported', 'Only chain 1 is served.');
}
