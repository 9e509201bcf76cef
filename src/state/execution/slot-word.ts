import type { Address, Hex } from '../../domain/chain/hex.js';

const HEX_OF_WORD = 64;

/** Whether the 20 bytes of an address are anywhere in a word, as in packed slots. */
export function wordHolds(word: bigint, address: Address): boolean {
  const hex = hexOf(word);
  const digits = address.slice(2);
  for (let at = hex.indexOf(digits); at !== -1; at = hex.indexOf(digits, at + 1))
    if (at % 2 === 0) return true;
  return false;
}

export const slotHex = (slot: bigint): Hex => `0x${hexOf(slot)}`;

const hexOf = (word: bigint): string => word.toString(16).padStart(HEX_OF_WORD, '0');
