import type { Hex } from '../chain/hex.js';

const OWNER_OF = '6352211e';

/**
 * Whether the third word of a transfer without indexed parameters is an item instead of an amount. The code
 * of the token decides.
 */
export function movesItems({ selectors }: { readonly selectors: Hex | null }): boolean {
  return selectors !== null && exposes(selectors, OWNER_OF);
}

/** @param selectors `0x` and eight characters each. */
function exposes(selectors: Hex, selector: string): boolean {
  for (let at = 2; at < selectors.length; at += 8) if (selectors.startsWith(selector, at)) return true;
  return false;
}
