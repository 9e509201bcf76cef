import type { VerifiedBlock } from '../../domain/chain/record/block.js';

/** Blocks as they come, in runs of which each follows the one before. */
export function consecutive(blocks: readonly VerifiedBlock[]): readonly (readonly VerifiedBlock[])[] {
  const runs: VerifiedBlock[][] = [];
  for (const block of blocks) {
    const run = runs[runs.length - 1];
    if (run && run[run.length - 1]!.header.number + 1 === block.header.number) run.push(block);
    else runs.push([block]);
  }
  return runs;
}
