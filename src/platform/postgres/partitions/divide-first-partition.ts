import type { Pool, PoolClient } from 'pg';
import { dropReadIndexesIn } from '../read-indexes.js';
import { inTransaction } from '../transaction.js';
import { makePartitions } from './block-partitions.js';
import { partitionRanges } from './partition-ranges.js';
import { PARTITION_BLOCKS, PARTITIONED_TABLES, partitionOf } from './partitioned-tables.js';
import { refuseAnswering, untilNobodyReads } from './readers-of-moved-rows.js';

/** Blocks that have rows in the first partition of any table. */
interface Blocks {
  readonly first: number;
  readonly last: number;
}

/**
 * Moves rows that an older database has in its first partition to partitions of their own. Each step moves
 * the last range that has rows, in one transaction, so that an interrupted run continues. A step needs disk
 * space for one more such range. Readers of these tables wait for a step, and a step waits for readers. New
 * partitions lack the indexes that only reads need; the caller builds them.
 *
 * @param assertHeld throws where another process may write
 * @param progress blocks that are done, of all
 * @returns how many partitions were made
 * @throws Error where a process answers requests, or a reader stays for a minute
 */
export async function divideFirstPartition(
  pool: Pool,
  assertHeld: (tx: PoolClient) => Promise<void>,
  progress: (done: number, total: number) => void,
): Promise<number> {
  const whole = await blocksOfFirst(pool);
  for (let made = 0; ; made++) {
    const number = await inTransaction(pool, async (tx) => {
      await assertHeld(tx);
      return takeLastRange(tx);
    });
    if (number === undefined) return made;
    // The moved rows were at the end of each table, so VACUUM gives their space back.
    for (const table of PARTITIONED_TABLES) await pool.query(`VACUUM ${table}_p0`);
    if (whole) {
      const { first, last } = whole;
      progress(last + 1 - Math.max(first, number * PARTITION_BLOCKS), last + 1 - first);
    }
  }
}

/** @returns the number of the new partition; undefined when the first is as narrow as others. */
async function takeLastRange(tx: PoolClient): Promise<number | undefined> {
  const [range] = await partitionRanges(tx);
  if (!range || range.toBlock < PARTITION_BLOCKS) return undefined;
  await refuseAnswering(tx);
  // Other commands may hold their locks for as long as they read.
  await tx.query('SET LOCAL lock_timeout = 0');
  // A cluster that has read shards in parallel alters nothing in the same transaction. A single server
  // accepts the setting, too.
  await tx.query(`SET LOCAL citus.multi_shard_modify_mode = 'sequential'`);
  const blocks = await blocksOfFirst(tx);
  const number = blocks ? partitionOf(blocks.last) : 0;
  for (const table of PARTITIONED_TABLES) await tx.query(`ALTER TABLE ${table} DETACH PARTITION ${table}_p0`);
  if (number > 0) {
    await makePartitions(tx, [number]);
    await dropReadIndexesIn(tx, { undivided: false, partitions: [number] });
    for (const table of PARTITIONED_TABLES) await moveRows(tx, table, number);
  }
  const end = Math.max(number, 1) * PARTITION_BLOCKS;
  for (const table of PARTITIONED_TABLES)
    await tx.query(`ALTER TABLE ${table} ATTACH PARTITION ${table}_p0 FOR VALUES FROM (0) TO (${end})`);
  await untilNobodyReads(tx);
  if (number > 0) return number;
  // VACUUM gives no space of indexes back.
  for (const table of PARTITIONED_TABLES) await tx.query(`REINDEX TABLE ${table}_p0`);
  return undefined;
}

async function moveRows(tx: PoolClient, table: string, number: number): Promise<void> {
  const start = number * PARTITION_BLOCKS;
  // Without this setting, payloads are append-only.
  await tx.query(`SET LOCAL chainproof.compresses = 'on'`);
  const copied = await tx.query(
    `INSERT INTO ${table}_p${number} SELECT * FROM ${table}_p0 WHERE block_number >= ${start}`,
  );
  const removed = await tx.query(`DELETE FROM ${table}_p0 WHERE block_number >= ${start}`);
  if (copied.rowCount !== removed.rowCount)
    throw new Error(
      `${copied.rowCount} rows of ${table} were copied, and ${removed.rowCount} would be removed`,
    );
}

async function blocksOfFirst(db: Pool | PoolClient): Promise<Blocks | undefined> {
  const bounds = PARTITIONED_TABLES.map(
    (table) => `SELECT min(block_number) AS first, max(block_number) AS last FROM ${table}_p0`,
  );
  const { rows } = await db.query<{ first: number | null; last: number }>(
    `SELECT min(first) AS first, max(last) AS last FROM (${bounds.join(' UNION ALL ')}) bound`,
  );
  const { first, last } = rows[0]!;
  return first === null ? undefined : { first, last };
}
