import type { Hex } from '../hex.js';

/** A whole number below 2^256 as a word: 32 bytes, big-endian. */
export function wordOf(number: bigint): Buffer {
  return Buffer.from(wordDigits(number), 'hex');
}

/** The same as `0x` hex. */
export function wordHex(number: bigint): Hex {
  return `0x${wordDigits(number)}`;
}

const wordDigits = (number: bigint): string => number.toString(16).padStart(64, '0');
