import type { PoolClient } from 'pg';
import type { QueueSample } from '../../src/domain/consensus/queue-sample.js';
import type { QueueSampled } from '../../src/domain/event/chain-event.js';
import { applyEvents } from '../../src/event-store/apply-events.js';
import { queueProjector } from '../../src/projection/consensus/queue.projector.js';

/** A sample of a small registry, in whole ether, with changes. */
export function aSample(changes: Partial<QueueSample> = {}): QueueSample {
  return {
    genesisTime: 1_606_824_023,
    validatorCount: 1_200,
    activeValidators: 1_000,
    totalActiveGwei: 32_000_000_000_000n,
    pendingActivation: 40,
    queuedGwei: 64_000_000_000n,
    depositedGwei: 1_280_000_000_000n,
    pendingExit: 10,
    pendingExitGwei: 320_000_000_000n,
    churnGwei: 128_000_000_000n,
    estimates: [],
    ...changes,
  };
}

/** Applies samples by epoch to the projection, as if the log had them. */
export async function projectSamples(
  tx: PoolClient,
  samples: Readonly<Record<number, QueueSample>>,
): Promise<void> {
  const events = Object.entries(samples).map(([epoch, sample], index): QueueSampled => {
    const root = Buffer.alloc(32, index);
    return { kind: 'QueueSampled', position: index + 1, epoch: Number(epoch), root, sample };
  });
  await applyEvents(queueProjector(), tx, events);
}
