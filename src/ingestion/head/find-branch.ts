import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { FinalityViolated } from '../append/chain-writer.js';
import type { VerifiedSource } from '../append/verified-source.js';

/**
 * The verified blocks that lead from the stored chain to `top`, ascending, `top` last.
 *
 * Walks down by parent hash until the parent is stored, or until the stored range begins: a claim that the chain was reorganised
 * counts only once every block of the new branch has been verified. Throws `FinalityViolated` when it leads below the final block,
 * `SourceExhausted` when a block of it cannot be had.
 */
export async function findBranch(
  source: VerifiedSource,
  chain: CanonicalChain,
  top: VerifiedBlock,
): Promise<VerifiedBlock[]> {
  const final = (await chain.finalized())?.number ?? -1;
  const branch = [top];
  for (let lowest = top; ; lowest = branch[0]!) {
    const parent = await chain.at(lowest.header.number - 1);
    if (!parent || parent.hash.equals(lowest.header.parentHash)) return branch;
    if (parent.number <= final) {
      throw new FinalityViolated(
        lowest.header.number,
        `the node's chain leaves ours at or below block ${parent.number}, which was final`,
      );
    }
    const next = await source.block(parent.number, false, { hash: lowest.header.parentHash });
    if (!source.follows(next, lowest))
      throw new Error(`block ${lowest.header.number} of a branch may not follow its parent`);
    branch.unshift(next);
  }
}
