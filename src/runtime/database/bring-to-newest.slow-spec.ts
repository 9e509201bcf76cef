import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { WriterLease } from '../../event-store/writer-lease.js';
import { createDataSource } from '../../platform/postgres/data-source.js';
import { createPool } from '../../platform/postgres/pool.js';
import { bringToNewest } from './bring-to-newest.js';

describe('the version of the database', () => {
  let database: TestDatabase;
  let pool: Pool;
  const open = async (migrated: boolean) => {
    database = await createDatabase({ migrated });
    pool = createPool(database.url);
  };
  beforeEach(() => open(true));
  afterEach(async () => {
    await pool.end();
    await database.drop();
  });

  it('is brought to the newest in an empty one, and only looked at where that is expected', async () => {
    await pool.end();
    await database.drop();
    await open(false);
    await expect(bringToNewest(pool, database.url, 'expect')).rejects.toThrow('of an older version');
    expect((await pool.query(`SELECT to_regclass('migration') AS made`)).rows).toEqual([{ made: null }]);
    expect(await bringToNewest(pool, database.url, 'apply')).not.toHaveLength(0);
    expect(await bringToNewest(pool, database.url, 'expect')).toEqual([]);
  });

  it('is brought to the newest however short the time that the server allows statements', async () => {
    await pool.end();
    await database.drop();
    await open(false);
    await pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = 1`);
    expect(await bringToNewest(pool, database.url, 'apply')).not.toHaveLength(0);
  });

  it('is brought to the newest after a kill between the first migrations of an empty one', async () => {
    await pool.end();
    await database.drop();
    await open(false);
    const source = await createDataSource(database.url);
    await source.initialize();
    source.migrations.splice(1);
    expect(await source.runMigrations()).toHaveLength(1);
    await source.destroy();
    expect(await bringToNewest(pool, database.url, 'apply')).not.toHaveLength(0);
  });

  it('is not changed while somebody writes', async () => {
    await pool.query('DELETE FROM migration WHERE id = (SELECT max(id) FROM migration)');
    const lease = await WriterLease.take(pool, 0);
    await expect(bringToNewest(pool, database.url, 'apply')).rejects.toThrow('stop that one first');
    lease.release();
  });

  it('is brought to the newest by one of two processes, and the other waits and says so', async () => {
    const source = await createDataSource(database.url);
    await source.initialize();
    await source.undoLastMigration();
    await source.destroy();
    await pool.query(`INSERT INTO deferred_index VALUES ('slow', 'SELECT pg_sleep(8)')`);
    const other = createPool(database.url);
    const [saidFirst, said]: [string[], string[]] = [[], []];
    try {
      const first = bringToNewest(pool, database.url, 'apply', (line) => saidFirst.push(line));
      await setTimeout(1_000);
      const second = await bringToNewest(other, database.url, 'apply', (line) => said.push(line));
      expect([second, said]).toEqual([
        [],
        ['another process is bringing the database to this version: waiting for it'],
      ]);
      expect(saidFirst).toEqual(['migrating the database (missing migrations: 1)']);
      expect(await first).toHaveLength(1);
    } finally {
      await other.end();
    }
  });

  it('is refused when it is newer than this program', async () => {
    await pool.query(`INSERT INTO migration (timestamp, name) VALUES (1, 'FromTomorrow')`);
    for (const migrations of ['apply', 'expect'] as const)
      await expect(bringToNewest(pool, database.url, migrations)).rejects.toThrow(
        'newer version, with FromTomorrow',
      );
  });
});
