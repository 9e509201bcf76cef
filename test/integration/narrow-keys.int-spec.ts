import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const PROXY = Buffer.alloc(20, 7);
const POINTER = Buffer.concat([Buffer.alloc(12), Buffer.alloc(20, 9)]);
const NOTHING = Buffer.alloc(32);

describe('an older database', () => {
  let database: OlderDatabase;
  let source: DataSource;
  let pool: Pool;
  let indexes: unknown[];
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool, source } = database);
    indexes = await database.indexes();
  });
  beforeEach(async () => {
    await database.backBefore('NarrowKeys1795824015020');
    await pool.query('TRUNCATE slot_change');
    for (const [block, before, after] of [
      [5, NOTHING, POINTER],
      [6, POINTER, NOTHING],
      [7, null, POINTER],
    ])
      await pool.query("INSERT INTO slot_change VALUES ($1, 0, $2, 'eip1967_beacon', $3, $4)", [
        ...[block, PROXY, before, after],
      ]);
  });
  afterAll(() => database?.stop());

  const pointers = async (): Promise<unknown[]> =>
    (await pool.query('SELECT block_number AS block, before, after FROM slot_change ORDER BY 1')).rows;

  it.each([false, true])(
    'gets the indexes of a new one, even if a fill was killed before (%s)',
    async (isKilled) => {
      if (isKilled) await dropReadIndexes(pool);
      await source.runMigrations();
      await restoreReadIndexes(pool);
      expect(await database.indexes()).toEqual(indexes);
    },
  );

  it('stores pointers of proxies without leading zeros, and restores them', async () => {
    await source.runMigrations();
    const [empty, short] = [Buffer.alloc(0), POINTER.subarray(12)];
    expect(await pointers()).toEqual([
      { block: 5, before: empty, after: short },
      { block: 6, before: short, after: empty },
      { block: 7, before: null, after: short },
    ]);
    await database.backBefore('NarrowKeys1795824015020');
    expect(await pointers()).toEqual([
      { block: 5, before: NOTHING, after: POINTER },
      { block: 6, before: POINTER, after: NOTHING },
      { block: 7, before: null, after: POINTER },
    ]);
  });
});
