import { fromHex, toHex } from '../chain/codec/hex.js';
import type { Hex } from '../chain/hex.js';

const DISPUTED = 'disputed:';

/**
 * The text of a recorded read that says what the reference interpreter did in a tracked call, because the one that ran it did
 * otherwise. No node is asked for it.
 */
export function formatDisputedCall(data: Buffer): string {
  return DISPUTED + toHex(data);
}

/** The call data that such a text names; undefined for the text of any other read. */
export function disputedCall(what: string): Buffer | undefined {
  return what.startsWith(DISPUTED) ? fromHex(what.slice(DISPUTED.length) as Hex) : undefined;
}
