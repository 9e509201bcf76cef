import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const MIGRATION = 'NarrowCounterparties1795824810000';
const TABLES = ['counterparty', 'counterparty_in_bucket'];

describe('an older database with counterparties', () => {
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
    await database.backBefore(MIGRATION);
    await pool.query(`TRUNCATE ${TABLES.join(', ')}`);
    await pool.query(`
      INSERT INTO counterparty_in_bucket SELECT bucket, 'a', chr(98 + number)::bytea, 3, 2, 1, 0, 1, 1, 0, 5, bucket + number, bucket + 4000
      FROM generate_series(0, 3) number, unnest(ARRAY[0, 4096, 8192]) bucket WHERE number < 3 OR bucket = 0`);
    await pool.query(`
      INSERT INTO counterparty SELECT address_a, address_b, sum(3), sum(2), sum(1), 0, sum(1), sum(1), 0, 5, min(first_block), max(last_block)
      FROM counterparty_in_bucket GROUP BY 1, 2`);
  });
  afterAll(() => database?.stop());

  const rows = async (): Promise<unknown[]> =>
    Promise.all(
      TABLES.map(
        async (table) => (await pool.query(`SELECT * FROM ${table} ORDER BY address_b, first_block`)).rows,
      ),
    );

  it.each([false, true])(
    'gets the indexes of a new one, even if a fill was killed before (%s)',
    async (isKilled) => {
      if (isKilled) await dropReadIndexes(pool);
      await source.runMigrations();
      await restoreReadIndexes(pool);
      expect(await database.indexes()).toEqual(indexes);
    },
  );

  it('keeps its pairs, and restores their old rows', async () => {
    const before = await rows();
    expect(before.flat()).toHaveLength(14);
    await source.runMigrations();
    expect(await rows()).toEqual(before);
    // Of four pairs, three have met in three buckets and have a row for the total.
    expect((await pool.query('SELECT FROM counterparty_sum')).rowCount).toBe(13);
    await database.backBefore(MIGRATION);
    expect(await rows()).toEqual(before);
  });
});
