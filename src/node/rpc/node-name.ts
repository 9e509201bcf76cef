/** Host and port of a node: what may be shown of a URL that can carry a key. */
export function nodeName(url: string): string {
  return new URL(url).host;
}
