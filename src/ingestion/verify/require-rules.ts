import type { VerifiedBlock } from '../../kernel/chain/block.js';
import type { ForkSchedule } from '../../kernel/chain/fork-schedule.js';
import { BlockRefused } from './block-refused.js';
import { problemOfCallers } from './fit-callers.js';
import { verifyStateChanges } from './verify-state-changes.js';

/**
 * Holds a stored block to the rules for what nodes say of frames and state: it may have been accepted when there were fewer. What it
 * found of other blocks is for `requireSeam`.
 *
 * @throws BlockRefused
 */
export function requireRules(block: VerifiedBlock, schedule: ForkSchedule): void {
  block.frames?.forEach((list, transactionIndex) => {
    const misfit = problemOfCallers(list);
    if (misfit) throw new BlockRefused('frames', block.header.number, { transactionIndex, ...misfit });
  });
  verifyStateChanges(block.stateChanges, { ...block, schedule });
}
