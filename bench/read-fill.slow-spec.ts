import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { BlockPartitions } from '../src/platform/postgres/partitions/block-partitions.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { createDatabase, type TestDatabase } from '../test/fixture/database.js';
import { startApi } from './read-app.js';
import { FIRST_BLOCK } from './read-fill.js';
import { MEASURED_STORES } from './read-stores.js';

describe.each(MEASURED_STORES)('the filling of the store $name', ({ recipe, methodsOf }) => {
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

  it('gives the state that balances are executed on', async () => {
    if (!recipe.fillRest.storage_change) return;
    const { rows } = await pool.query("SELECT FROM covered_range('{state_diff}', $1)", [FIRST_BLOCK]);
    expect(rows).toHaveLength(1);
  });

  it('lets the service answer what is measured, or say that the block is missing', async () => {
    await recipe.finish?.(pool);
    const served = createPool(database.url);
    const api = await startApi(served);
    try {
      for (const { name, targets } of await methodsOf(pool)) {
        // There are two blocks, and no transactions in those that are asked for.
        if (targets.length === 0) continue;
        const { status } = await fetch(`http://127.0.0.1:${api.port}${targets[0]}`);
        expect({ name, isAnswered: [200, 422].includes(status) }).toEqual({ name, isAnswered: true });
      }
    } finally {
      await api.close();
      await served.end();
    }
  });
});
