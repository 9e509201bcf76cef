import type { Address } from '../../../domain/chain/hex.js';

const ADDRESS_MASK = (1n << 160n) - 1n;

/** The address in the low 20 bytes of a word. */
export function addressOf(word: bigint): Address {
  return `0x${(word & ADDRESS_MASK).toString(16).padStart(40, '0')}` as Address;
}

/** Bytes that a word takes without zeros in front. */
export function byteLength(word: bigint): number {
  return word === 0n ? 0 : Math.ceil(word.toString(16).length / 2);
}
