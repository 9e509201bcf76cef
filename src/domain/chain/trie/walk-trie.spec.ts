import { createMerkleProof, createMPT } from '@ethereumjs/mpt';
import { describe, expect, it } from '@jest/globals';
import { Prng } from '../../../../test/simulation/prng.js';
import { keccak256 } from '../../crypto/keccak.js';
import { fromHex } from '../codec/hex.js';
import { hashedNodes } from './hashed-nodes.js';
import { indexKey } from './index-key.js';
import { walkTrie } from './walk-trie.js';

/** Tries as independent code makes them: of one key and many, with short values (nodes inside nodes) and long ones. */
async function trieOf(items: ReadonlyMap<string, Buffer>) {
  const trie = await createMPT();
  for (const [key, value] of items) await trie.put(Buffer.from(key, 'hex'), value);
  return {
    root: Buffer.from(trie.root()),
    proofOf: async (key: Buffer) => hashedNodes(await createMerkleProof(trie, key)),
  };
}

const lists = [1, 2, 16, 17, 128, 129, 300].flatMap((count) =>
  [1, 30, 600].map((size) => [count, size] as const),
);

describe('walkTrie', () => {
  it.each(lists)(
    'finds each of %i items of up to %i bytes, and says that it is bound',
    async (count, size) => {
      const random = new Prng(count * 1_000 + size);
      const value = () => fromHex(random.hex(random.between(1, size)));
      const items = new Map(Array.from({ length: count }, (_, i) => [indexKey(i).toString('hex'), value()]));
      const { root, proofOf } = await trieOf(items);
      for (const [key, item] of items) {
        const bytes = Buffer.from(key, 'hex');
        expect(walkTrie(root, bytes, await proofOf(bytes))).toEqual({ value: item, isBound: true });
      }
      const beyond = indexKey(count);
      expect(walkTrie(root, beyond, await proofOf(beyond))).toEqual({ value: undefined, isBound: true });
    },
  );

  it('finds hashed keys, and shows which are absent', async () => {
    const random = new Prng(7);
    const key = (i: number) => keccak256(Buffer.from(`account ${i}`));
    const items = new Map(
      Array.from({ length: 200 }, (_, i) => [key(i).toString('hex'), fromHex(random.hex(80))]),
    );
    const { root, proofOf } = await trieOf(items);
    for (let i = 0; i < 400; i++) {
      const found = walkTrie(root, key(i), await proofOf(key(i)));
      expect(found).toEqual({ value: items.get(key(i).toString('hex')), isBound: true });
    }
  });

  it('is not bound by a proof with a changed byte, a missing node or an extra one', async () => {
    const random = new Prng(11);
    const items = new Map(
      Array.from({ length: 150 }, (_, i) => [indexKey(i).toString('hex'), fromHex(random.hex(90))]),
    );
    const { root, proofOf } = await trieOf(items);
    const isBound = (key: Buffer, nodes: readonly Buffer[]): boolean => {
      try {
        return walkTrie(root, key, nodes).isBound;
      } catch {
        return false;
      }
    };
    for (let round = 0; round < 2_000; round++) {
      const key = indexKey(random.between(0, 149));
      const nodes = await proofOf(key);
      expect(isBound(key, nodes)).toBe(true);
      const which = random.between(0, nodes.length - 1);
      const changed = Buffer.from(nodes[which]!);
      changed[random.between(0, changed.length - 1)]! ^= random.between(1, 255);
      expect(isBound(key, nodes.with(which, changed))).toBe(false);
      expect(isBound(key, nodes.slice(0, -1))).toBe(false);
      expect(isBound(key, [...nodes, nodes[0]!])).toBe(false);
    }
  });
});
