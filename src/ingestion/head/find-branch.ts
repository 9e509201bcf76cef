import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { CanonicalChain } from '../../event-store/canonical-chain.js';
import { FinalityViolated } from '../append/chain-writer.js';
import type { VerifiedSource } from '../append/verified-source.js';

/**
 * The verified blocks that lead from the stored chain to `top`, ascending, ending with `top`.
 *
 * Walks down by parent hash until the parent is stored, or the stored range begins. So a reorganisation
 * counts only once every block of the new branch has been verified.
 *
 * @throws FinalityViolated when the branch leaves the chain below the final block
 * @throws SourceExhausted when no node gives a block of the branch
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
