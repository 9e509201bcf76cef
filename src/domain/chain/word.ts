import type { Hex } from './hex.js';

/** A whole number below 2^256 as a word: 32 bytes, big-endian. */
export function wordOf(number: bigint): Buffer {
  return Buffer.from(wordDigits(number), 'hex');
}

/** A whole number below 2^256 as a word in `0x` hex. */
export function wordHex(number: bigint): Hex {
  return `0x${wordDigits(number)}`;
}

/** The number that big-endian bytes of any length encode; 0 for none. */
export function bytesToBigInt(bytes: Buffer): bigint {
  return bytes.length === 0 ? 0n : BigInt(`0x${bytes.toString('hex')}`);
}

const wordDigits = (number: bigint): string => number.toString(16).padStart(64, '0');
