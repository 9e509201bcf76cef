import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../../test/fixture/database.js';
import { createPool } from '../pool.js';
import { BlockPartitions } from './block-partitions.js';
import { PARTITION_BLOCKS, PARTITIONED_TABLES } from './partitioned-tables.js';

const LOCK_TIMEOUT_MS = 200;

describe('making partitions', () => {
  let database: TestDatabase;
  let pool: Pool;
  let others: Pool;
  beforeAll(async () => {
    database = await createDatabase({ migrated: true });
    pool = createPool(database.url, { lockTimeoutMs: LOCK_TIMEOUT_MS });
    others = createPool(database.url);
  });
  afterAll(async () => {
    await pool.end();
    await others.end();
    await database.drop();
  });

  it('waits for who locks a table for longer than a statement may wait, and holds up nobody', async () => {
    const last = PARTITIONED_TABLES[PARTITIONED_TABLES.length - 1]!;
    const operator = await others.connect();
    const second = await others.connect();
    try {
      await operator.query('BEGIN');
      // The lock of ANALYZE.
      await operator.query(`LOCK TABLE ${last} IN SHARE UPDATE EXCLUSIVE MODE`);
      const made = new BlockPartitions(pool).make([PARTITION_BLOCKS]);
      made.catch(() => undefined);
      await setTimeout(4 * LOCK_TIMEOUT_MS);
      for (const table of PARTITIONED_TABLES) await others.query(`SELECT FROM ${table}`);
      // It waits for the locks that making holds meanwhile, and readers wait behind it.
      await second.query('BEGIN');
      await second.query(`LOCK TABLE ${PARTITIONED_TABLES[0]} IN ACCESS EXCLUSIVE MODE`);
      await second.query('COMMIT');
      await operator.query('COMMIT');
      await made;
    } finally {
      operator.release(true);
      second.release(true);
    }
    const { rows } = await others.query(
      `SELECT relname FROM pg_class WHERE relname ~ '_p1$' AND relkind = 'r' ORDER BY 1`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual(PARTITIONED_TABLES.map((table) => `${table}_p1`));
  });
});
