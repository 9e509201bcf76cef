import { consecutive } from '../../domain/interval/consecutive.js';
import type { Projector } from '../../event-store/projector.js';
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
    readsFrom: ['block', 'contract', 'coverage', 'native_balance', 'storage'],

    on: {
      async BlockAppended(tx, appended): Promise<void> {
        const blocks = appended.map(({ block }) => block).filter(({ stateChanges }) => stateChanges);
        for (const run of consecutive(blocks)) await tracker.extend(tx, run);
      },

      async ReadRecorded(tx, recorded): Promise<void> {
        await tracker.learn(tx, recorded);
      },
    },

    unwind: (tx, from, to) => tracker.unwind(tx, from, to),

    clear: (tx) => tracker.clear(tx),
  };
}
