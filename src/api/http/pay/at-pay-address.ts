import type { IncomingMessage } from 'node:http';

const ARRIVED = new WeakSet<IncomingMessage>();

export function noteAtPayAddress(request: IncomingMessage): void {
  ARRIVED.add(request);
}

/**
 * Whether a request was sent to the pay address. Keys do not count there, and payments do not count
 * elsewhere.
 */
export function isAtPayAddress(request: IncomingMessage): boolean {
  return ARRIVED.has(request);
}
