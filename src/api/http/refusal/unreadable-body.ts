/** Of Fastify's reading of bodies, and of their decompression. */
const CODES = /^FST_(ERR_CTP|CP_ERR)_/;

/** Whether an error says that the body of a request is too long, or not what it says it is; Nest hands on some of them as a cause. */
export function isUnreadableBody(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, cause } = error as { readonly code?: unknown; readonly cause?: unknown };
  return CODES.test(String(code)) || isUnreadableBody(cause);
}
