import { shownHost } from '../../domain/url/shown-host.js';

/** Host and port of a node: what may be shown of a URL that can carry a key. */
export function nodeName(url: string): string {
  return shownHost(new URL(url));
}
