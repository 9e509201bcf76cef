import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import { addressOf, numberAt } from './field-reader.js';

const WORD = 32;
const SELECTOR_BYTES = 4;
const REMOVE = 2;
/** Further selectors of a log are ignored: a log may name tens of thousands. */
const MAX_SELECTORS = 64;
const NO_FACET: Address = `0x${'0'.repeat(40)}`;

/** A function of a diamond, and the facet that a cut names for it: the zero address if it removes the function. */
export interface FacetCut {
  readonly selector: Hex;
  readonly facet: Address;
}

/**
 * The facets that the data of `DiamondCut((address,uint8,bytes4[])[],address,bytes)` gives to its first
 * selectors, in order. For a selector that is named twice, the last facet counts. Undefined for other data.
 */
export function facetCutsOf(data: Buffer): readonly FacetCut[] | undefined {
  const start = numberAt(data, 0);
  const count = start === undefined ? undefined : numberAt(data, start);
  if (start === undefined || count === undefined || start + WORD * (count + 1) > data.length)
    return undefined;
  const facets = new Map<Hex, Address>();
  let left = MAX_SELECTORS;
  for (let at = 0; at < count && left > 0; at++) {
    const offset = numberAt(data, start + WORD * (at + 1));
    const cut = offset === undefined ? undefined : cutAt(data, start + WORD + offset, left);
    if (cut === undefined) return undefined;
    for (const selector of cut.selectors) facets.set(selector, cut.facet);
    left -= cut.selectors.length;
  }
  return [...facets].map(([selector, facet]) => ({ selector, facet }));
}

function cutAt(
  data: Buffer,
  start: number,
  most: number,
): { readonly facet: Address; readonly selectors: readonly Hex[] } | undefined {
  const facetWord = data.subarray(start, start + WORD);
  const facet = facetWord.length === WORD ? addressOf(facetWord) : undefined;
  const action = numberAt(data, start + WORD);
  const offset = numberAt(data, start + 2 * WORD);
  const count = offset === undefined ? undefined : numberAt(data, start + offset);
  if (facet === undefined || action === undefined || action > REMOVE || count === undefined) return undefined;
  const first = start + offset! + WORD;
  if (first + WORD * count > data.length) return undefined;
  const selectors: Hex[] = [];
  for (let at = 0; at < Math.min(count, most); at++) {
    const word = data.subarray(first + WORD * at, first + WORD * (at + 1));
    if (word.subarray(SELECTOR_BYTES).some((byte) => byte !== 0)) return undefined;
    selectors.push(toHex(word.subarray(0, SELECTOR_BYTES)));
  }
  return { facet: action === REMOVE ? NO_FACET : facet, selectors };
}

/** Whether a diamond has no facet for a function: it removes it, or answers itself. */
export function hasNoFacet({ facet }: FacetCut, diamond: Address): boolean {
  return facet === NO_FACET || facet === diamond;
}
