import type { PoolClient } from 'pg';
import { epochStart } from '../../domain/consensus/queue-sample.js';
import type { QueueSampled } from '../../domain/event/chain-event.js';
import type { Projector } from '../../event-store/projector.js';

const DAY_SECONDS = 86_400;

/** Keeps the last epoch of a day, and the time of the day's first epoch, for any order of arrival. */
const ADD = `
INSERT INTO queue_day AS held (day, epoch, time, first_time, validator_count, active_validators, total_active_gwei,
  pending_activation, queued_gwei, deposited_gwei, pending_exit, pending_exit_gwei, churn_gwei)
VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
ON CONFLICT (day) DO UPDATE SET (epoch, time, first_time, validator_count, active_validators, total_active_gwei,
  pending_activation, queued_gwei, deposited_gwei, pending_exit, pending_exit_gwei, churn_gwei) =
 (excluded.epoch, excluded.time, held.first_time, excluded.validator_count, excluded.active_validators,
  excluded.total_active_gwei, excluded.pending_activation, excluded.queued_gwei, excluded.deposited_gwei,
  excluded.pending_exit, excluded.pending_exit_gwei, excluded.churn_gwei)
WHERE excluded.epoch > held.epoch`;

const ADD_ESTIMATE = `
INSERT INTO queue_estimate (day, epoch, time, pending_activation, pending_exit) VALUES ($1, $2, $3, $4, $5)`;

/** The validator queues of each UTC day: at its last sampled epoch, and before the first sample as estimated from validator records. */
export const queueProjector = (): Projector => ({
  name: 'queue',

  on: {
    async QueueSampled(tx, samples): Promise<void> {
      for (const sampled of samples) await add(tx, sampled);
    },
  },

  /** Nothing to remove: queues do not depend on blocks, and no reorganisation reaches a finalized epoch. */
  async unwind(): Promise<void> {},

  async clear(tx): Promise<void> {
    await tx.query('TRUNCATE queue_day, queue_estimate');
  },
});

async function add(tx: PoolClient, { epoch, sample }: QueueSampled): Promise<void> {
  const time = epochStart(sample.genesisTime, epoch);
  await tx.query(ADD, [
    dayOf(time),
    epoch,
    time,
    sample.validatorCount,
    sample.activeValidators,
    sample.totalActiveGwei.toString(),
    sample.pendingActivation,
    sample.queuedGwei.toString(),
    sample.depositedGwei.toString(),
    sample.pendingExit,
    sample.pendingExitGwei?.toString() ?? null,
    sample.churnGwei?.toString() ?? null,
  ]);
  for (const estimate of sample.estimates) {
    const began = epochStart(sample.genesisTime, estimate.epoch);
    await tx.query(ADD_ESTIMATE, [
      dayOf(began),
      estimate.epoch,
      began,
      estimate.pendingActivation,
      estimate.pendingExit,
    ]);
  }
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}
