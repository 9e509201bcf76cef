import type { Hex } from '../chain/hex.js';
/** What to read of an address at the end of a block. */
export type StateRead =
  | { readonly kind: 'code' }
  /** `slot`: 32 bytes as `0x` hex. */
  | { readonly kind: 'slot'; readonly slot: Hex }
  /** `data`: call data as `0x` hex. */
  | { readonly kind: 'call'; readonly data: Hex };

const CODE = 'code';
const SLOT = 'slot:';

/** The text that events and tables hold: `code`, `slot:` and the slot, or the call data. */
export function formatStateRead(read: StateRead): string {
  if (read.kind === 'call') return read.data;
  return read.kind === 'slot' ? SLOT + read.slot : CODE;
}

/** @param text as `formatStateRead` gives it */
export function parseStateRead(text: string): StateRead {
  if (text === CODE) return { kind: 'code' };
  return text.startsWith(SLOT)
    ? { kind: 'slot', slot: text.slice(SLOT.length) as Hex }
    : { kind: 'call', data: text as Hex };
}
