import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { Projector } from '../../event-store/projector.js';
import { executionFork } from '../execution/run/execution-fork.js';
import type { Tracker } from './tracker.js';

/**
 * Keeps the results of tracked calls up to date: a call begins to be tracked with the first block that shows its contract to be a candidate,
 * and runs again where something that it read changes.
 *
 * INVARIANT: in a span, a run ends alike at the end of every block from its own to the one before the next run of the call. So results are a
 * function of the stored blocks and the recorded answers, in whatever order these came.
 */
export function trackingProjector(tracker: Tracker): Projector {
  return {
    name: 'tracking',
    readsFrom: ['contract', 'coverage', 'native_balance', 'storage'],

    on: {
      async BlockAppended(tx, appended): Promise<void> {
        for (const blocks of consecutive(
          appended.map(({ block }) => block),
          tracker.schedule,
        ))
          await tracker.extend(tx, blocks);
      },

      async ReadRecorded(tx, recorded): Promise<void> {
        await tracker.learn(tx, recorded);
      },
    },

    unwind: (tx, from, to) => tracker.unwind(tx, from, to),

    clear: (tx) => tracker.clear(tx),
  };
}

/** Blocks that follow each other under the rules of one fork; those without state changes are left out. */
function consecutive(blocks: readonly VerifiedBlock[], schedule: ForkSchedule): VerifiedBlock[][] {
  const groups: VerifiedBlock[][] = [];
  for (const block of blocks) {
    if (!block.stateChanges) continue;
    const last = groups.at(-1)?.at(-1);
    const goesOn =
      last?.header.number === block.header.number - 1 &&
      executionFork(schedule, last.header).name === executionFork(schedule, block.header).name;
    if (goesOn) groups.at(-1)!.push(block);
    else groups.push([block]);
  }
  return groups;
}
