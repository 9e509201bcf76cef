import type { PoolClient } from 'pg';

/** Blocks per bucket: a ranking over months sums some hundred buckets and the blocks of one. */
export const BUCKET_BLOCKS = 4_096;

const SUMMED = `
INSERT INTO fee_recipient_bucket AS held (bucket, fee_recipient, block_count, first_block, last_block, tips)
SELECT number / ${BUCKET_BLOCKS}, fee_recipient, count(*), min(number), max(number), sum(tips(total_gas_fees, base_fee_per_gas, gas_used)) FROM block`;

const ADD = `${SUMMED}
WHERE number = ANY($1) GROUP BY 1, 2 ORDER BY 1, 2
ON CONFLICT (bucket, fee_recipient) DO UPDATE SET
  block_count = held.block_count + excluded.block_count, first_block = least(held.first_block, excluded.first_block),
  last_block = greatest(held.last_block, excluded.last_block), tips = held.tips + excluded.tips`;

const SUM_AGAIN = `${SUMMED} WHERE number BETWEEN $1 AND $2 GROUP BY 1, 2`;

/** Adds the rows of these blocks to their buckets. */
export async function addToBuckets(tx: PoolClient, numbers: readonly number[]): Promise<void> {
  await tx.query(ADD, [numbers]);
}

/**
 * Sums the buckets of the blocks `from` to `to` again after rows were deleted: first and last blocks cannot
 * be subtracted.
 */
export async function sumBucketsAgain(tx: PoolClient, from: number, to: number): Promise<void> {
  const first = Math.floor(from / BUCKET_BLOCKS);
  const last = Math.floor(to / BUCKET_BLOCKS);
  await tx.query('DELETE FROM fee_recipient_bucket WHERE bucket BETWEEN $1 AND $2', [first, last]);
  await tx.query(SUM_AGAIN, [first * BUCKET_BLOCKS, (last + 1) * BUCKET_BLOCKS - 1]);
}
