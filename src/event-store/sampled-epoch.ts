import type { Pool, PoolClient } from 'pg';

/** The last epoch whose validator queues are in the log. Epochs are sampled in ascending order. */
export async function lastSampledEpoch(db: Pool | PoolClient): Promise<number | undefined> {
  const { rows } = await db.query<{ epoch: number }>(
    `SELECT block_number AS epoch FROM chain_event WHERE kind = 'QueueSampled' ORDER BY block_number DESC LIMIT 1`,
  );
  return rows[0]?.epoch;
}
