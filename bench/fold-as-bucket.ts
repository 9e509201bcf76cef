import type { Pool } from 'pg';
import type { BlockRange } from '../src/domain/interval/block-range.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { foldBlocks } from '../src/projection/counterparty/bucket.js';

/**
 * Folds the counterparties of the blocks. These are fewer than the 4,096 blocks of a bucket, so a fill leaves
 * them unfolded, whereas a fill of all of mainnet folds all but the last bucket. In a smaller bucket fewer
 * interactions share a pair, so figures are a little too high.
 */
export async function foldAsBucket(pool: Pool, blocks: BlockRange): Promise<void> {
  await inTransaction(pool, (tx) => foldBlocks(tx, blocks));
  // The table is empty again; after a long fill it holds one bucket.
  await pool.query('VACUUM counterparty_met');
}
