import type { Address, Hex } from '../../domain/chain/hex.js';

const HEX_OF_WORD = 64;

/** Whether the 20 bytes of an address are anywhere in a word, as in packed slots. */
export const wordHolds = (word: bigint, address: Address): boolean =>
  placeIn(hexOf(word), address) !== undefined;

/** A word with another address in place of the first occurrence of one; the same word if it does not hold it. */
export function wordWith(word: bigint, address: Address, other: Address): bigint {
  const hex = hexOf(word);
  const at = placeIn(hex, address);
  if (at === undefined) return word;
  const digits = other.slice(2);
  return BigInt(`0x${hex.slice(0, at)}${digits}${hex.slice(at + digits.length)}`);
}

export const slotHex = (slot: bigint): Hex => `0x${hexOf(slot)}`;

/** Where the digits of an address begin, at a whole byte. */
function placeIn(hex: string, address: Address): number | undefined {
  const digits = address.slice(2);
  for (let at = hex.indexOf(digits); at !== -1; at = hex.indexOf(digits, at + 1)) if (at % 2 === 0) return at;
  return undefined;
}

const hexOf = (word: bigint): string => word.toString(16).padStart(HEX_OF_WORD, '0');
