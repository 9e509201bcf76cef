import { shownHost } from '../../domain/url/shown-host.js';

/** Host and port of a node, fit to be shown: the rest of its URL may contain a key. */
export function nodeName(url: string): string {
  return shownHost(new URL(url));
}
