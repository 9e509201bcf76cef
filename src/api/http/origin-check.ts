import { originNotAllowed } from '../../kernel/refusal/access-refusals.js';
import { type DocumentedMethod, isMessageMethod } from './method/documented-method.js';

/** What a browser calls the machine it runs on. */
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Refuses messages that a browser sends for a page of another site: such a page may have given its own name the address of this
 * service, and a browser on the inside would then reach what its author cannot. A browser always says whose page it is; programs
 * that are none say nothing.
 * @param own origin of the service.
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
