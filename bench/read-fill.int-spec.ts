import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BlockPartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { createDatabase, type TestDatabase } from '../test/fixture/database.js';
import { FIRST_BLOCK } from './read-fill.js';
import { MEASURED_STORES } from './read-stores.js';

describe.each(MEASURED_STORES)('the filling of the store $name', ({ recipe }) => {
  let database: TestDatabase;
  let pool: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url, { max: 1 });
  });
  afterAll(async () => {
    await pool?.end();
    await database?.drop();
  });

  it('fits the tables as they are now', async () => {
    const { fillBlocks, fillRest } = recipe;
    await new BlockPartitions(pool).make([FIRST_BLOCK]);
    for (const statement of Object.values(fillBlocks))
      await pool.query(statement, [FIRST_BLOCK, FIRST_BLOCK + 1]);
    for (const statement of Object.values(fillRest)) await pool.query(statement);
    for (const table of Object.keys({ ...fillBlocks, ...fillRest })) {
      const { rows } = await pool.query<{ rows: number }>(`SELECT count(*) AS rows FROM ${table}`);
      expect([table, rows[0]!.rows]).not.toEqual([table, 0]);
    }
  });
});
