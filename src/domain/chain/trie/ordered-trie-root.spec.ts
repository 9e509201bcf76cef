import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { describe, expect, it } from '@jest/globals';
import { bounded } from '../../../../test/bounded.js';
import { EMPTY_TRIE_ROOT, orderedTrieRoot } from './ordered-trie-root.js';

describe('orderedTrieRoot', () => {
  it('of no items is the well-known empty root', () => {
    expect(EMPTY_TRIE_ROOT.toString('hex')).toBe(
      '56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
    );
    expect(orderedTrieRoot([])).toEqual(EMPTY_TRIE_ROOT);
  });

  const counts = [
    ...[1, 2, 3, 15, 16, 17, 18, 127, 128, 129, 130, 143, 144, 145, 255, 256, 257, 258, 300, 513],
    ...bounded([], [4_200]),
  ];
  it.each(counts)('of %i items equals that of @ethereumjs/mpt', async (count) => {
    const sizes = [1, 5, 28, 200];
    for (const size of bounded(count > 130 ? [sizes[count % 4]!] : sizes, count > 1_000 ? [40] : sizes)) {
      const items = Array.from({ length: count }, (_, i) => Buffer.alloc(size + (i % 3), (i % 255) + 1));
      expect(orderedTrieRoot(items)).toEqual(await rootByMpt(items));
    }
  });

  it('of a receipt beyond a megabyte equals that of @ethereumjs/mpt', async () => {
    const items = [Buffer.alloc(1_300_000, 7), Buffer.alloc(90, 8)];
    expect(orderedTrieRoot(items)).toEqual(await rootByMpt(items));
  });

  it('depends on every item and on the order', () => {
    const items = Array.from({ length: 140 }, (_, i) => Buffer.alloc(100, i));
    const root = orderedTrieRoot(items);
    expect(orderedTrieRoot(items.toReversed())).not.toEqual(root);
    expect(orderedTrieRoot(items.slice(1))).not.toEqual(root);
    expect(orderedTrieRoot(items.with(139, Buffer.alloc(100, 1)))).not.toEqual(root);
  });
});

async function rootByMpt(items: readonly Buffer[]): Promise<Buffer> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item);
  return Buffer.from(trie.root());
}
