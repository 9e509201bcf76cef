import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { WriterLease } from '../../event-store/writer-lease.js';
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

  it('is brought to the newest after a first start that ended between two migrations', async () => {
    await pool.end();
    await database.drop();
    await open(false);
    await pool.query('CREATE TABLE chain_event ()');
    await expect(bringToNewest(pool, database.url, 'apply')).rejects.toThrow('already exists');
    await pool.query('DROP TABLE chain_event');
    expect((await pool.query('SELECT FROM migration')).rowCount).toBeGreaterThan(0);
    expect(await bringToNewest(pool, database.url, 'apply')).not.toHaveLength(0);
  });

  it('is brought to the newest however short the time that the server allows statements', async () => {
    await pool.end();
    await database.drop();
    await open(false);
    await pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = 1`);
    expect(await bringToNewest(pool, database.url, 'apply')).not.toHaveLength(0);
  });

  it('is not changed while somebody writes', async () => {
    await pool.query('DELETE FROM migration WHERE id = (SELECT max(id) FROM migration)');
    const lease = await WriterLease.take(pool, 0);
    await expect(bringToNewest(pool, database.url, 'apply')).rejects.toThrow('stop that one first');
    lease.release();
  });

  it('is refused when it is newer than this program', async () => {
    await pool.query(`INSERT INTO migration (timestamp, name) VALUES (1, 'FromTomorrow')`);
    for (const migrations of ['apply', 'expect'] as const)
      await expect(bringToNewest(pool, database.url, migrations)).rejects.toThrow(
        'newer version, with FromTomorrow',
      );
  });
});
