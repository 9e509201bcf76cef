import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import type { DataSource } from 'typeorm';
import { dropReadIndexes, restoreReadIndexes } from '../../src/platform/postgres/read-indexes.js';
import { OlderDatabase } from '../fixture/older-database.js';

const TOKEN = Buffer.alloc(20, 7);
/** Begins with a zero byte, which is not stored. */
const WRITTEN = Buffer.concat([Buffer.of(0), Buffer.alloc(31, 1)]);
const READ = Buffer.concat([Buffer.of(0), Buffer.alloc(31, 2)]);

/** The values of two slots in an older database: block 5 wrote one; a node was asked for the other there and at block 6. */
async function storeOldRows(pool: Pool): Promise<void> {
  for (const [block, slot] of [
    [5, WRITTEN],
    [5, READ],
    [6, WRITTEN],
  ] as const)
    await pool.query('INSERT INTO storage_value VALUES ($1, $2, $3, $4)', [block, TOKEN, slot, Buffer.of(9)]);
  await pool.query('INSERT INTO storage_change VALUES (5, $1, $2, $3, $4)', [
    ...[TOKEN, WRITTEN.subarray(1), Buffer.alloc(0), Buffer.of(9)],
  ]);
  await pool.query('INSERT INTO balance_layout VALUES ($1, 3, 5, NULL)', [TOKEN]);
}

describe('values of slots in an older database', () => {
  let database: OlderDatabase;
  let source: DataSource;
  let pool: Pool;
  beforeAll(async () => {
    database = await OlderDatabase.start();
    ({ pool, source } = database);
  });
  beforeEach(async () => {
    await database.backBefore('MergeStorageValues1795651400000');
    await pool.query('TRUNCATE storage_value, storage_change, balance_layout, checkpoint, deferred_index');
    await storeOldRows(pool);
  });
  afterAll(() => database?.stop());

  const stored = async (): Promise<unknown> => ({
    values: (await pool.query('SELECT block_number, slot, value FROM storage_value ORDER BY 1, 2')).rows,
    answers: (await pool.query('SELECT block_number, slot FROM storage_answer ORDER BY 1, 2')).rows,
    layouts: (await pool.query('SELECT layout FROM balance_layout')).rowCount,
    checkpoints: (await pool.query('SELECT reader FROM checkpoint ORDER BY 1')).rows.map(
      ({ reader }) => reader,
    ),
  });
  const value = Buffer.of(9);
  const row = (block_number: number, slot: Buffer) => ({ block_number, slot: slot.subarray(1) });

  it.each([false, true])('stay, each once, even if a fill was killed before (%s)', async (isKilled) => {
    await pool.query("INSERT INTO checkpoint VALUES ('balance', 12, 3), ('storage', 12, 3)");
    if (isKilled) await dropReadIndexes(pool);
    await source.runMigrations();
    await restoreReadIndexes(pool);
    expect(await stored()).toEqual({
      values: [row(5, WRITTEN), row(5, READ), row(6, WRITTEN)].map((one) => ({ ...one, value })),
      answers: [row(5, READ), row(6, WRITTEN)],
      layouts: 1,
      checkpoints: ['balance', 'storage'],
    });
  });

  it('are folded again if the projection of storage is behind', async () => {
    await pool.query("INSERT INTO checkpoint VALUES ('balance', 12, 3), ('storage', 11, 3)");
    await source.runMigrations();
    expect(await stored()).toMatchObject({ answers: [], layouts: 0, checkpoints: ['storage'] });
  });
});
