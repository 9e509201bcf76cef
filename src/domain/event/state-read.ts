import type { Hex } from '../chain/hex.js';
/** What to read of an address at the end of a block. */
export type StateRead =
  | { readonly kind: 'code' }
  /** Words of 32 bytes. */
  | { readonly kind: 'balance' }
  | { readonly kind: 'nonce' }
  /** `slot`: 32 bytes as `0x` hex. */
  | { readonly kind: 'slot'; readonly slot: Hex }
  /** `data`: call data as `0x` hex. */
  | { readonly kind: 'call'; readonly data: Hex };

const SLOT = 'slot:';
const ON_REQUEST = 'state:';

/** The text that events and tables hold: `code`, `balance`, `nonce`, `slot:` and the slot, or the call data. */
export function formatStateRead(read: StateRead): string {
  if (read.kind === 'call') return read.data;
  return read.kind === 'slot' ? SLOT + read.slot : read.kind;
}

/** The text of a read on behalf of a request: its result never answers a read that claims depend on. */
export function formatReadOnRequest(read: StateRead): string {
  return ON_REQUEST + formatStateRead(read);
}

export function isReadOnRequest(text: string): boolean {
  return text.startsWith(ON_REQUEST);
}

/** @param text as `formatStateRead` or `formatReadOnRequest` gives it */
export function parseStateRead(text: string): StateRead {
  const what = isReadOnRequest(text) ? text.slice(ON_REQUEST.length) : text;
  if (what === 'code' || what === 'balance' || what === 'nonce') return { kind: what };
  return what.startsWith(SLOT)
    ? { kind: 'slot', slot: what.slice(SLOT.length) as Hex }
    : { kind: 'call', data: what as Hex };
}
