import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** The numbers of validators in both queues at the start of an epoch. */
interface AnyQueueDay {
  readonly epoch: number;
  /** Unix seconds at which the epoch began. */
  readonly time: number;
  readonly pendingActivation: number;
  readonly pendingExit: number;
}

/** The last sampled epoch of a day. Amounts in gwei, as decimal text. */
export interface ObservedDay extends AnyQueueDay {
  readonly source: 'observed';
  readonly activeValidators: number;
  readonly totalActiveGwei: string;
  /** The part of `pendingActivation` that is in the registry. */
  readonly queuedGwei: string;
  /** Pending deposits, top-ups included. */
  readonly depositedGwei: string;
  /** Null when the node does not list partial withdrawals or consolidations. */
  readonly pendingExitGwei: string | null;
  /** Null under fork rules whose churn is not known. */
  readonly churnGwei: string | null;
}

/** A lower bound for a day before the first sample. */
export interface ReconstructedDay extends AnyQueueDay {
  readonly source: 'reconstructed';
}

export interface QueueDays {
  /** Unix seconds at which the first sampled epoch began. */
  readonly observedFrom: number;
  /** The newest sampled day. */
  readonly current: ObservedDay;
  /** Newest first, `current` among them. */
  readonly days: readonly (ObservedDay | ReconstructedDay)[];
}

const DAYS = `
WITH began AS MATERIALIZED (SELECT min(first_time) AS time FROM queue_day)
SELECT day.*, began.time AS "observedFrom"
FROM began, (
  SELECT 'observed' AS source, epoch, time, pending_activation AS "pendingActivation", pending_exit AS "pendingExit",
         active_validators AS "activeValidators", total_active_gwei AS "totalActiveGwei", queued_gwei AS "queuedGwei",
         deposited_gwei AS "depositedGwei", pending_exit_gwei AS "pendingExitGwei", churn_gwei AS "churnGwei"
  FROM queue_day
  UNION ALL
  SELECT 'reconstructed', epoch, time, pending_activation, pending_exit, NULL, NULL, NULL, NULL, NULL, NULL
  FROM queue_estimate
  WHERE time < (SELECT time FROM began) AND NOT EXISTS (SELECT FROM queue_day WHERE day = queue_estimate.day)
) day
WHERE day.time >= $1
ORDER BY day.time DESC
LIMIT $2`;

@Injectable()
export class QueueReader {
  constructor(private readonly pool: Pool) {}

  /**
   * At most `limit` days, one point each.
   * @param since Unix seconds; nothing older counts.
   * @throws {NotCovered} when no epoch since then was sampled
   */
  async daysSince(since: number, limit: number): Promise<QueueDays> {
    const { rows } = await this.pool.query<
      (ObservedDay | ReconstructedDay) & { readonly observedFrom: number }
    >({
      name: 'queue days',
      text: DAYS,
      values: [since, limit],
      types: JSON_READY,
    });
    const [newest] = rows;
    if (newest?.source !== 'observed') throw NotCovered.unavailable();
    return { observedFrom: newest.observedFrom, current: newest, days: rows };
  }
}
