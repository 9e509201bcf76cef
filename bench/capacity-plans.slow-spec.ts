import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createPool } from '../src/platform/postgres/pool.js';
import { createDatabase, type TestDatabase } from '../test/fixture/database.js';
import { planAtMainnet } from './capacity-plans.js';

const HOLDER = Buffer.alloc(20, 1);

describe('plans at the size of mainnet', () => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url, { readsInOrder: true });
    await pool.query(`
      INSERT INTO withdrawal (block_number, withdrawal_index, validator_index, address, amount_gwei)
      SELECT n, n, n % 7, sha256(int4send(n % 20)), 1 FROM generate_series(1, 100) n`);
    await pool.query(
      `
      INSERT INTO transaction SELECT n, 0, sha256(int4send(n)), 2, $1, substring(sha256(int4send(n % 20)) FOR 20), NULL, 1, n, 200000, 60000, 1, NULL, 1, 1, NULL, NULL, 0, NULL, 1, 2, 0, ''
      FROM generate_series(1, 10000) n`,
      [HOLDER],
    );
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  const statement = (name: string, text: string, ...values: unknown[]) => ({ name, text, values });

  it('name what reads a whole table that grows, although the table is small here, and nothing else', async () => {
    const report = await planAtMainnet(pool, [
      statement('by amount', 'SELECT FROM withdrawal WHERE amount_gwei = $1', 1),
      statement('by block', 'SELECT FROM withdrawal WHERE block_number = $1', 5),
      statement('without rows', 'SELECT FROM failed_frame WHERE gas_used = $1', 1),
      statement('without rows by block', 'SELECT FROM failed_frame WHERE block_number = $1', 1),
      statement('families', 'SELECT FROM coverage'),
    ]);
    expect(report.planned).toBe(5);
    expect(report.wholeReads).toEqual([
      { statement: 'by amount', tables: ['withdrawal'] },
      { statement: 'without rows', tables: ['failed_frame'] },
    ]);
    expect(report.empty).toContain('failed_frame');
    expect(report.empty).not.toContain('withdrawal');
  });

  it('name what skips through a whole index', async () => {
    const report = await planAtMainnet(pool, [
      statement('by the first', 'SELECT FROM transaction WHERE block_number = $1 AND tx_index = $2', 1, 1),
      statement('by the second', 'SELECT FROM transaction WHERE tx_index = $1', 1),
    ]);
    expect(report.wholeReads).toEqual([{ statement: 'by the second', tables: ['transaction'] }]);
  });

  it('name what is sorted where the newest are wanted', async () => {
    const newest = (column: string) => `
      SELECT * FROM transaction WHERE hashbyteaextended(${column}, 0) = hashbyteaextended($1, 0) ORDER BY block_number DESC LIMIT 1`;
    const report = await planAtMainnet(pool, [
      statement('in order', newest('to_address'), HOLDER),
      statement('of an index without blocks', newest('hash'), HOLDER),
    ]);
    expect(report.sortedReads).toEqual([
      { statement: 'of an index without blocks', tables: ['transaction'] },
    ]);
  });

  it('leave statistics, rows and checks as they were', async () => {
    const state = async () => {
      const { rows } = await pool.query(`
        SELECT (SELECT reltuples FROM pg_class WHERE relname = 'withdrawal') AS rows, (SELECT count(*) FROM failed_frame) AS made_up,
               (SELECT count(*) FROM pg_constraint) AS checks`);
      return rows[0];
    };
    const before = await state();
    await planAtMainnet(pool, []);
    expect(await state()).toEqual({ ...before, rows: 100, made_up: 0 });
  });
});
