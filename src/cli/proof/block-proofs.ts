import { createMerkleProof, createMPT, type MerklePatriciaTrie } from '@ethereumjs/mpt';
import type { VerifiedBlock } from '../../kernel/chain/block.js';
import { toHex } from '../../kernel/chain/hex.js';
import { encodeWithdrawals } from '../../kernel/chain/withdrawal-rlp.js';
import { hashedNodes } from '../../kernel/trie/hashed-nodes.js';
import { indexKey } from '../../kernel/trie/index-key.js';

export type ListKind = 'transactions' | 'receipts' | 'withdrawals';

/** Merkle proofs of the items of one block; a list's trie is made when the first of its items is asked for. */
export class BlockProofs {
  readonly #tries = new Map<ListKind, Promise<MerklePatriciaTrie>>();

  constructor(readonly block: VerifiedBlock) {}

  /** Nodes from the root to the item, `0x` hex. */
  async of(kind: ListKind, index: number): Promise<string[]> {
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
