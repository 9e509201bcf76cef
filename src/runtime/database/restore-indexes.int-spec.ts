import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { WriterLease } from '../../event-store/writer-lease.js';
import { BlockPartitions } from '../../platform/postgres/partitions/block-partitions.js';
import { PARTITION_BLOCKS } from '../../platform/postgres/partitions/partitioned-tables.js';
import { createPool } from '../../platform/postgres/pool.js';
import { dropReadIndexes, missingReadIndexes } from '../../platform/postgres/read-indexes.js';
import { planFill } from './fill-plan.js';
import { withoutReadIndexes } from './fill-without-indexes.js';
import { restoreMissingIndexes } from './restore-indexes.js';

const indexes = async (pool: Pool): Promise<unknown[]> =>
  (await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")).rows;

const isOf = (partition: string) => (index: unknown) => JSON.stringify(index).includes(`_${partition}_`);

describe('read indexes around a fill', () => {
  let database: TestDatabase;
  let pool: Pool;
  let partitions: BlockPartitions;
  let whole: unknown[];
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    partitions = new BlockPartitions(pool);
    await partitions.make([SECOND, THIRD]);
    whole = await indexes(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const blocks = (fromBlock: number, count: number) => [{ fromBlock, toBlock: fromBlock + count - 1 }];
  const SECOND = PARTITION_BLOCKS;
  const THIRD = 2 * PARTITION_BLOCKS;
  const OF_FIRST = 'transaction_p0_hash';
  const OF_SECOND = 'transaction_p1_hash';
  const UNDIVIDED = 'token_holder_amount';

  it.each([
    ['a long one', blocks(0, 5_000), blocks(10_000, 4_999), [OF_FIRST, UNDIVIDED]],
    ['one no longer than what is stored', blocks(0, 5_000), blocks(10_000, 5_000), []],
    ['a short one', blocks(0, 2_999), [], []],
    ['a long one of a new range, with more before it', blocks(SECOND, 3_000), blocks(0, 9_000), [OF_SECOND]],
    [
      'a long one that goes on a little in the range before',
      blocks(SECOND - 10, 9_000),
      blocks(0, 8_000),
      [OF_SECOND, UNDIVIDED],
    ],
  ])('are missing while it runs only where that pays: %s', async (_, missing, stored, expected) => {
    let during: string[] = [];
    const said: string[] = [];
    const plan = await planFill(pool, { missing, stored });
    await withoutReadIndexes(
      { pool, partitions },
      plan,
      (line) => said.push(line),
      async () => {
        during = await missingReadIndexes(pool);
      },
    );
    expect([OF_FIRST, OF_SECOND, UNDIVIDED].filter((name) => during.includes(name))).toEqual(expected);
    expect(said.length > 0).toBe(expected.length > 0);
    expect(await indexes(pool)).toEqual(whole);
  });

  it('are built beside the fill for a partition that every projector has filled', async () => {
    const plan = await planFill(pool, { missing: blocks(SECOND, PARTITION_BLOCKS + 3_000), stored: [] });
    const last = THIRD - 1;
    await withoutReadIndexes(
      { pool, partitions },
      plan,
      () => undefined,
      async () => {
        await pool.query(`INSERT INTO canonical_block VALUES (${last}, 'hash', 'parent', 0, 7)`);
        await pool.query(
          `INSERT INTO checkpoint (reader, position, epoch) VALUES ('log', 7, 0), ('transaction', 6, 0)`,
        );
        await new Promise((resolve) => setTimeout(resolve, 3_000));
        expect(await missingReadIndexes(pool)).toContain(OF_SECOND);
        await pool.query(`UPDATE checkpoint SET position = 7 WHERE reader = 'transaction'`);
        let missing: string[];
        do missing = await missingReadIndexes(pool);
        while (missing.some((name) => name.includes('_p1_')));
        expect(missing).toContain('transaction_p2_hash');
        expect(missing).toContain(UNDIVIDED);
      },
    );
    expect(await indexes(pool)).toEqual(whole);
    await pool.query('DELETE FROM canonical_block; DELETE FROM checkpoint');
  });

  it('are missing in partitions that the fill comes to, where it pays', async () => {
    const [few, many, later] = [3, 4, 5].map((number) => number * PARTITION_BLOCKS) as [
      number,
      number,
      number,
    ];
    const plan = await planFill(pool, { missing: blocks(many - 10, 3_010), stored: [] });
    const before = await indexes(pool);
    await withoutReadIndexes(
      { pool, partitions },
      plan,
      () => undefined,
      async () => {
        await partitions.make([few, many, later]);
        const missing = await missingReadIndexes(pool);
        expect(missing).toContain('transaction_p4_hash');
        expect(missing.filter((name) => /_p[0135]_/.test(name))).toEqual([]);
      },
    );
    expect(await missingReadIndexes(pool)).toEqual([]);
    await partitions.make([6 * PARTITION_BLOCKS]);
    expect(await missingReadIndexes(pool)).toEqual([]);
    whole = await indexes(pool);
    expect(whole.filter(isOf('p4'))).toHaveLength(whole.filter(isOf('p0')).length);
    expect(whole.filter((one) => ![3, 4, 5, 6].some((number) => isOf(`p${number}`)(one)))).toEqual(before);
  });

  it('come back when the fill fails, whose failure is told', async () => {
    const fill = async () => {
      throw new Error('no node gives block 7');
    };
    await expect(
      withoutReadIndexes(
        { pool, partitions },
        await planFill(pool, { missing: blocks(0, 5_000), stored: [] }),
        () => undefined,
        fill,
      ),
    ).rejects.toThrow('block 7');
    expect(await indexes(pool)).toEqual(whole);
  });

  it('are waited for while another process fills, and built where none does', async () => {
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    await restoreMissingIndexes(pool, say);
    expect(said).toEqual([]);
    const dropped = await dropReadIndexes(pool);
    const other = await WriterLease.take(pool, 5_000);
    const restored = restoreMissingIndexes(pool, say);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await missingReadIndexes(pool)).toEqual(dropped);
    other.release();
    await restored;
    expect(await indexes(pool)).toEqual(whole);
    expect(said[0]).toBe(`indexes that a fill has dropped are missing: ${dropped.join(', ')}`);
  });
});
