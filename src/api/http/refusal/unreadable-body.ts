/** Codes of Fastify's errors in parsing and decompressing bodies. */
const CODES = /^FST_(ERR_CTP|CP_ERR)_/;

/**
 * Whether an error means that the body of a request is too long, incomplete, or not of its declared type.
 * Nest wraps some of these errors as a cause.
 */
export function isUnreadableBody(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, statusCode, cause } = error as Record<'code' | 'statusCode' | 'cause', unknown>;
  // Fastify sets 400 for a body that ends early. The errors that it causes have no status.
  return CODES.test(String(code)) || statusCode === 400 || isUnreadableBody(cause);
}
