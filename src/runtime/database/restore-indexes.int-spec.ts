import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { WriterLease } from '../../event-store/writer-lease.js';
import { createPool } from '../../platform/postgres/pool.js';
import { dropReadIndexes, missingReadIndexes } from '../../platform/postgres/read-indexes.js';
import { withoutReadIndexes } from './long-fill.js';
import { restoreMissingIndexes } from './restore-indexes.js';

const indexes = async (pool: Pool): Promise<unknown[]> =>
  (await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")).rows;

describe('read indexes around a fill', () => {
  let database: TestDatabase;
  let pool: Pool;
  let whole: unknown[];
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url);
    whole = await indexes(pool);
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it.each([
    ['a long one', { blocks: 5_000, stored: 4_999 }, true],
    ['one no longer than what is stored', { blocks: 5_000, stored: 5_000 }, false],
    ['a short one', { blocks: 2_999, stored: 0 }, false],
  ])('are missing while it runs only where that pays: %s', async (_, size, pays) => {
    let during: string[] = [];
    const said: string[] = [];
    await withoutReadIndexes(
      pool,
      size,
      (line) => said.push(line),
      async () => {
        during = await missingReadIndexes(pool);
      },
    );
    expect(during.includes('transaction_hash')).toBe(pays);
    expect(said.length > 0).toBe(pays);
    expect(await indexes(pool)).toEqual(whole);
  });

  it('come back when the fill fails, whose failure is told', async () => {
    const fill = async () => {
      throw new Error('no node gives block 7');
    };
    await expect(
      withoutReadIndexes(pool, { blocks: 5_000, stored: 0 }, () => undefined, fill),
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
