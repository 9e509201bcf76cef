import { bytes, hexOf, keccak } from './bytes.js';

const bitsOf = new Map<string, readonly [number, number, number]>();

function bits(item: string): readonly [number, number, number] {
  const known = bitsOf.get(item);
  if (known) return known;
  const hash = bytes(keccak(bytes(item)));
  const found = [0, 2, 4].map((at) => hash.readUInt16BE(at) & 2047) as unknown as [number, number, number];
  // Random topics never recur: the cache holds enough for the frequent ones.
  if (bitsOf.size < 200_000) bitsOf.set(item, found);
  return found;
}

/** The 2048-bit bloom of logs, as 0x text. */
export function bloomOf(logs: readonly { address: string; topics: readonly string[] }[]): string {
  const bloom = new Uint8Array(256);
  for (const log of logs) {
    for (const item of [log.address, ...log.topics]) {
      for (const bit of bits(item)) bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
    }
  }
  return hexOf(bloom);
}
