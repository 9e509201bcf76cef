import { looksLikeKey } from './looks-like-key.js';

/**
 * Host and port of a URL as they may be shown: some providers put the key of the caller into a sub-domain, of which `…` is left. Where a
 * password has `/`, `?` or `#` that is not encoded, what comes before it counts as the host, and nothing of it is shown.
 */
export function shownHost(url: URL): string {
  return isCutPassword(url) ? '…' : withoutKeys(url.host);
}

/** The same without the port. */
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
