import { describe, expect, it } from '@jest/globals';
import { keccak256 } from '../../crypto/keccak.js';
import { addToBloom } from './logs-bloom.js';

const ADDRESS_BYTES = 20;
const NO_DATA = Buffer.alloc(0);

/** As the yellow paper defines it. */
function bloomOf(entries: readonly Buffer[]): Buffer {
  const bloom = Buffer.alloc(256);
  for (const entry of entries) {
    const hash = keccak256(entry);
    for (const pair of [0, 2, 4]) {
      const bit = hash.readUInt16BE(pair) & 2_047;
      bloom[255 - (bit >> 3)]! |= 1 << (bit & 7);
    }
  }
  return bloom;
}

describe('the bloom of logs', () => {
  it('has the bits of every address and topic, even when cached entries replace each other', () => {
    // Entries that end in the same bytes share a place; then twice as many entries as there are places.
    const entries: Buffer[] = [];
    for (let i = 0; i < 20; i++) entries.push(Buffer.alloc(i % 2 ? 32 : ADDRESS_BYTES).fill(i, 0, 12));
    for (let i = 0; i < 70_000; i++) {
      const entry = Buffer.alloc(i % 5 ? 32 : ADDRESS_BYTES);
      entry.writeUInt32BE(i % 35_000, entry.length - 4);
      entries.push(entry);
    }
    const wrong = entries.filter((entry) => {
      const bloom = Buffer.alloc(256);
      const isAddress = entry.length === ADDRESS_BYTES;
      const log = isAddress ? { address: entry, topics: [] } : { address: entries[0]!, topics: [entry] };
      addToBloom(bloom, [{ ...log, data: NO_DATA }]);
      return !bloom.equals(bloomOf([log.address, ...log.topics]));
    });
    expect(wrong).toEqual([]);
  });
});
