import { toHex } from './hex.js';

declare const brand: unique symbol;

/** A block's or transaction's hash as text: `0x` and 64 hex digits, all lower case. */
export type Hash = `0x${string}` & { readonly [brand]: 'Hash' };

/** Reads a hash in any letter case; undefined for anything else. */
export function parseHash(text: string): Hash | undefined {
  return /^0x[0-9a-fA-F]{64}$/.test(text) ? (text.toLowerCase() as Hash) : undefined;
}

/** The text of 32 bytes. Throws RangeError for another length. */
export function hashOf(bytes: Buffer): Hash {
  if (bytes.length !== 32) throw new RangeError(`a hash has 32 bytes, not ${bytes.length}`);
  return toHex(bytes) as Hash;
}

/** The 32 bytes of a hash. */
export function hashBytes(hash: Hash): Buffer {
  return Buffer.from(hash.slice(2), 'hex');
}
