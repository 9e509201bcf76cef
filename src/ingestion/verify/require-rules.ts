import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { BlockRefused } from './finding/block-refused.js';
import { problemOfCallers } from './fit-callers.js';
import { verifyStateChanges } from './verify-state-changes.js';

/**
 * Checks a stored block against the current rules for frames and state, because an earlier version may have accepted it under fewer rules.
 * `requireSameState` compares it with other blocks.
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
