import { isIP } from 'node:net';

/**
 * Whether the `Host` of a request is an address, the machine's own name, or one of the names of the service. A page of another site can
 * give its own name the address of this service (DNS rebinding), and a browser then lets it read what is answered here; it always says
 * whose name it asked for. Programs that say nothing are no browser.
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
