/** Errors of Fastify's body parsing, and of decompression. */
const CODES = /^FST_(ERR_CTP|CP_ERR)_/;

/**
 * Whether an error means that the body of a request is too long, broken off, or not of its declared type; Nest passes on some of them as a
 * cause.
 */
export function isUnreadableBody(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, statusCode, cause } = error as Record<'code' | 'statusCode' | 'cause', unknown>;
  // Fastify sets 400 for a body that ends early; errors behind it have no status.
  return CODES.test(String(code)) || statusCode === 400 || isUnreadableBody(cause);
}
