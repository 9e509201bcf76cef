import type { Pool } from 'pg';
import type { BlockRange } from '../src/domain/interval/block-range.js';
import { inTransaction } from '../src/platform/postgres/transaction.js';
import { foldBlocks } from '../src/projection/counterparty/bucket.js';

/**
 * Folds the counterparties of the blocks. They are fewer than the 4,096 of a bucket, so a fill leaves them unfolded, where one of all of mainnet folds
 * all but the last. In a smaller bucket fewer interactions share a pair, so figures are a little too high.
 */
export async function foldAsBucket(pool: Pool, blocks: BlockRange): Promise<void> {
  await inTransaction(pool, (tx) => foldBlocks(tx, blocks));
  // It is empty again, and of a long fill it holds one bucket.
  await pool.query('VACUUM counterparty_met');
}
