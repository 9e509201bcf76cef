import { createMPT } from '@ethereumjs/mpt';
import { RLP } from '@ethereumjs/rlp';
import { hexOf } from './bytes.js';

/** Root of the trie that maps RLP(index) to each item, by a general-purpose trie. */
export async function orderedRoot(items: readonly Uint8Array[]): Promise<string> {
  const trie = await createMPT();
  for (const [index, item] of items.entries()) await trie.put(RLP.encode(index), item);
  return hexOf(trie.root());
}
