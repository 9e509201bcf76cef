import { shownHost } from '../../domain/url/shown-host.js';

/**
 * A URL as it may be shown: without user, password, query and what looks like a key, and with the path only where it cannot hold a key (the
 * database name of a PostgreSQL URL; providers of nodes put their keys into paths).
 */
export function redactUrl(text: string): string {
  if (!URL.canParse(text)) return '(not a URL)';
  const url = new URL(text);
  const { protocol, pathname, search } = url;
  const host = shownHost(url);
  if (host === '…') return `${protocol}//…`;
  const path = protocol.startsWith('postgres') ? pathname : pathname.length < 2 ? '' : '/…';
  return `${protocol}//${host}${path}${search === '' ? '' : '?…'}`;
}
