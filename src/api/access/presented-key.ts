import type { IncomingHttpHeaders } from 'node:http';

/** The key in a request: `X-API-Key`, otherwise a bearer token. An empty one counts as none. */
export function presentedKey(headers: IncomingHttpHeaders): string | undefined {
  // Node joins a repeated header, which gives a key that does not exist.
  const named = headers['x-api-key'];
  if (named) return String(named);
  return /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? '')?.[1];
}
