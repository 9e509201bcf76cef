import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { Address } from '../../src/domain/chain/hex.js';
import { BlockPartitions } from '../../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { inTransaction } from '../../src/platform/postgres/transaction.js';
import type { StatePlace } from '../../src/state/history/state-history.js';
import type { TrackedRun } from '../../src/state/tracking/tracked-run.js';
import { TrackedRunTable } from '../../src/state/tracking/tracked-run.table.js';
import { bounded } from '../bounded.js';
import { createDatabase, type TestDatabase } from '../fixture/database.js';
import { AFFECTED_BY_RUN } from './affected-by-run.js';

const CALLS = 20;
const FEW = 50;
const MANY = bounded(1_000, 10_000);
const CONTRACT: Address = `0x${'ee'.repeat(20)}`;
const SLOT: StatePlace = { kind: 'slot', address: CONTRACT, slot: 0n };
const callAt = (at: number) => ({ contract: CONTRACT, data: Buffer.from([1, 2, 3, at]) });

/** Runs that each read the slot, and every other one something else too. */
function runsOf(blocks: number): TrackedRun[] {
  return Array.from({ length: CALLS }, (_, at) => at).flatMap((at) =>
    Array.from({ length: blocks }, (_, index): TrackedRun => {
      const since = index + 1;
      const places = [SLOT, ...(since % 2 === 0 ? [{ ...SLOT, slot: BigInt(since) }] : [])];
      return { ...callAt(at), since, outcome: 'returned', output: Buffer.alloc(32), places };
    }),
  );
}

describe('a slot with very many writes', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    await new BlockPartitions(pool).make([1]);
    await pool.query(AFFECTED_BY_RUN);
  });
  beforeEach(async () => {
    await pool.query('TRUNCATE storage_change');
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  /** Pages that the function reads for the block after so many blocks that wrote the slot. */
  async function pagesRead(blocks: number, name = 'affected_runs'): Promise<number> {
    const table = new TrackedRunTable();
    await inTransaction(pool, async (tx) => {
      await table.clear(tx);
      const reruns = Array.from({ length: CALLS }, (_, at) => ({ ...callAt(at), from: 1 }));
      await table.replace(tx, reruns, blocks, runsOf(blocks));
      await tx.query(
        "INSERT INTO storage_change (block_number, address, slot, after) VALUES ($1, $2, '', '')",
        [...[blocks + 1, Buffer.from(CONTRACT.slice(2), 'hex')]],
      );
    });
    const client = await pool.connect();
    try {
      const ranges = `(${blocks + 1}, ${blocks + 1}, 1, ${blocks})`;
      const { rowCount } = await client.query(`SELECT * FROM ${name}${ranges}`);
      expect(rowCount).toBe(CALLS);
      const began = performance.now();
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) SELECT * FROM ${name}${ranges}`,
      );
      const milliseconds = (performance.now() - began).toFixed(1);
      const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
      const pages = plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
      console.log(`${name}: ${CALLS} calls, ${blocks} writes: ${pages} pages, ${milliseconds} ms`);
      return pages;
    } finally {
      client.release();
    }
  }

  it('has its calls found in as few steps as a slot with few writes', async () => {
    const few = await pagesRead(FEW);
    // Allows for one more level of an index.
    expect(await pagesRead(MANY)).toBeLessThan(2 * few);
    expect(await pagesRead(MANY, 'affected_by_run')).toBeGreaterThan(10 * few);
  });
});
