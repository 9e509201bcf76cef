import { isIP } from 'node:net';

/**
 * Whether the `Host` of a request is an IP address, a name of the local machine, or a name of the service. A
 * page of another site can point its own host name to the address of this service (DNS rebinding), and a
 * browser would then let it read the answers. A browser always sends the requested host name, so a program
 * that sends none is no browser.
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
