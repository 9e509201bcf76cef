/** Of Fastify's reading of bodies, and of their decompression. */
const CODES = /^FST_(ERR_CTP|CP_ERR)_/;

/** Whether an error says that the body of a request is too long, broken off, or not what it says it is; Nest hands on some of them as a cause. */
export function isUnreadableBody(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, statusCode, cause } = error as Record<'code' | 'statusCode' | 'cause', unknown>;
  // Fastify says 400 of what ends a body too early; what goes wrong behind it has no such number.
  return CODES.test(String(code)) || statusCode === 400 || isUnreadableBody(cause);
}
