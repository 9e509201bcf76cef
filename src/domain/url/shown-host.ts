import { looksLikeKey } from './looks-like-key.js';

/**
 * Host and port of a URL, fit to be shown. Some providers put the caller's key into a subdomain: it becomes
 * `…`. Where a password has an unencoded `/`, `?` or `#`, the text before it parses as the host; nothing of
 * it is shown.
 */
export function shownHost(url: URL): string {
  return isCutPassword(url) ? '…' : withoutKeys(url.host);
}

/** Host of a URL, fit to be shown, without the port. */
export function shownHostname(url: URL): string {
  return isCutPassword(url) ? '…' : withoutKeys(url.hostname);
}

const isCutPassword = ({ pathname, search, hash }: URL): boolean =>
  `${pathname}${search}${hash}`.includes('@');

const withoutKeys = (host: string): string =>
  host
    .split('.')
    .map((label) => (looksLikeKey(label) ? '…' : label))
    .join('.');
