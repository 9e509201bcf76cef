/** URL of a host (a name or an address) and a port; an IPv6 address is put in brackets. */
export function httpUrl(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
