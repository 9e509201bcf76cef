import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt';
import { toHex } from '../domain/chain/codec/hex.js';
import type { Hex } from '../domain/chain/hex.js';
import type { VerifiedBlock } from '../domain/chain/record/block.js';
import { hashedNodes } from '../domain/chain/trie/hashed-nodes.js';
import { indexKey } from '../domain/chain/trie/index-key.js';
import { encodeWithdrawals } from '../node/rpc/withdrawal-rlp.js';

export type ListKind = 'transactions' | 'receipts' | 'withdrawals';

/** Merkle proofs of the items of one block; a list's trie is made when the first of its items is asked for. */
export class BlockProofs {
  readonly #tries = new Map<ListKind, Promise<MerklePatriciaTrie>>();

  constructor(readonly block: VerifiedBlock) {}

  /** Nodes from the root to the item, `0x` hex. */
  async of(kind: ListKind, index: number): Promise<Hex[]> {
    let trie = this.#tries.get(kind);
    if (trie === undefined) {
      trie = trieOf(itemsOf(this.block, kind));
      this.#tries.set(kind, trie);
    }
    const nodes = await createMerkleProof(await trie, indexKey(index));
    return hashedNodes(nodes).map(toHex);
  }
}

function itemsOf(
  { transactions, receipts, withdrawals = [] }: VerifiedBlock,
  kind: ListKind,
): readonly Buffer[] {
  if (kind === 'withdrawals') return encodeWithdrawals(withdrawals);
  return (kind === 'transactions' ? transactions : receipts).map(({ raw }) => raw);
}

async function trieOf(items: readonly Buffer[]): Promise<MerklePatriciaTrie> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(indexKey(index), item);
  return trie;
}
