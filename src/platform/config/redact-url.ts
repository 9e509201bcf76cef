/**
 * A URL as it may be shown: without user, password and query, and with the path only where it cannot hold a key (the
 * database name of a PostgreSQL URL; providers of nodes put their keys into paths).
 */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return '(not a URL)';
  const { protocol, host, pathname, search } = new URL(text);
  // A password with `/` that is not encoded: what comes before it counts as the host.
  if (pathname.includes('@')) return `${protocol}//…`;
  const path = protocol.startsWith('postgres') ? pathname : pathname.length < 2 ? '' : '/…';
  return `${protocol}//${host}${path}${search === '' ? '' : '?…'}`;
}
