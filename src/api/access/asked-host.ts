import { isIP } from 'node:net';

/**
 * Whether the `Host` of a request is an address, the machine's own name, or one of the names of the service. A page of another site can
 * point its own name to the address of this service (DNS rebinding), and a browser then lets it read the answers; a browser always sends
 * the requested name. A program that sends none is no browser.
 */
export function asksOwnHost(host: string | undefined, names: ReadonlySet<string> = new Set()): boolean {
  if (host === undefined) return true;
  const url = `http://${host}`;
  if (!URL.canParse(url)) return false;
  const { hostname } = new URL(url);
  return (
    isIP(hostname.replace(/^\[(.*)\]$/, '$1')) !== 0 ||
    /^(.+\.)?localhost$/.test(hostname) ||
    names.has(hostname)
  );
}
