import type { ComparedBlock } from './compared-block.js';
import { NodeSilent, NotAnswered } from './own-node.js';

/**
 * Asks a node for the hash of the block that it has in the place of this one. The answer is not checked.
 * @throws NotAnswered
 */
export type HashAt = (block: ComparedBlock) => Promise<unknown>;

/** How the blocks of a node compare with those of a bundle. */
export interface Comparison {
  readonly agreed: number;
  readonly differing: readonly { readonly block: ComparedBlock; readonly found: string }[];
  readonly unanswered: readonly { readonly block: ComparedBlock; readonly reason: string }[];
}

/** Asks a node for the hash of each block until an answer cannot be read. */
export async function compareBlocks(blocks: readonly ComparedBlock[], hashAt: HashAt): Promise<Comparison> {
  const differing: { block: ComparedBlock; found: string }[] = [];
  const unanswered: { block: ComparedBlock; reason: string }[] = [];
  for (const [at, block] of blocks.entries()) {
    try {
      const found = await hashAt(block);
      if (typeof found !== 'string' || !/^0x[0-9a-f]{64}$/.test(found))
        throw new NotAnswered('it answered without a hash');
      if (found !== block.hash) differing.push({ block, found });
    } catch (error) {
      if (!(error instanceof NotAnswered)) throw error;
      const isSilent = error instanceof NodeSilent;
      const open = isSilent ? blocks.slice(at) : [block];
      unanswered.push(...open.map((one) => ({ block: one, reason: error.message })));
      if (isSilent) break;
    }
  }
  return { agreed: blocks.length - differing.length - unanswered.length, differing, unanswered };
}
