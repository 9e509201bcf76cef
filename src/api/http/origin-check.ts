import { originNotAllowed } from '../refusal/access-refusals.js';
import { type DocumentedMethod, isMessageMethod } from './method/documented-method.js';

/** Names of the local machine in a browser. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses messages that a browser sends for a page of another site. Such a page may point its own host name
 * to this service, and a browser inside a network would reach what the page's author cannot. A browser always
 * sends the origin; other programs send none.
 * @param own origin of the service
 */
export function checkOrigin(method: DocumentedMethod, origin: string | undefined, own: string): void {
  if (!isMessageMethod(method) || origin === undefined || origin === own || isLoopback(origin)) return;
  throw originNotAllowed();
}

function isLoopback(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname } = new URL(origin);
  return /^https?:$/.test(protocol) && LOOPBACK.includes(hostname);
}
