import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { createPool } from './pool.js';
import { dropReadIndexes, missingReadIndexes, restoreReadIndexes } from './read-indexes.js';

const READ_INDEXES = ['odd "name"', 'of_amount', 'of_owner_part'];

describe('the indexes that only reads need', () => {
  let database: TestDatabase;
  let pool: Pool;
  let whole: unknown[];
  beforeAll(async () => {
    database = await createDatabase();
    pool = createPool(database.url, { lockTimeoutMs: 200 });
    await pool.query('CREATE TABLE deferred_index (name text PRIMARY KEY, definition text NOT NULL)');
    await pool.query(
      'CREATE TABLE coin (id int PRIMARY KEY, owner bytea, amount numeric, serial_id int UNIQUE)',
    );
    await pool.query('CREATE INDEX of_amount ON coin (amount DESC NULLS LAST) INCLUDE (owner)');
    await pool.query(
      'CREATE INDEX of_owner_part ON coin (owner, id) WHERE amount > 0 AND octet_length(owner) > 2',
    );
    await pool.query('CREATE INDEX "odd ""name""" ON coin (lower(amount::text))');
    await pool.query('INSERT INTO coin SELECT n, int4send(n), n, n FROM generate_series(1, 30000) n');
    whole = await definitions();
  });
  beforeEach(() => restoreReadIndexes(pool));
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  const definitions = async (): Promise<unknown[]> =>
    (await pool.query("SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1")).rows;
  /** A lock that keeps an index of the table from being built. */
  const hold = async () => {
    const holder = await pool.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE coin IN ROW EXCLUSIVE MODE');
    return async () => {
      await holder.query('COMMIT');
      holder.release();
    };
  };
  const building = async (count: number): Promise<number[]> => {
    for (;;) {
      const { rows } = await pool.query<{ pid: number }>(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
      );
      if (rows.length === count) return rows.map(({ pid }) => pid);
      await setTimeout(5);
    }
  };

  it('go, unique ones stay, and they come back as they were', async () => {
    expect(await dropReadIndexes(pool)).toEqual(READ_INDEXES);
    expect(await definitions()).toHaveLength(whole.length - READ_INDEXES.length);
    expect(await missingReadIndexes(pool)).toEqual(READ_INDEXES);
    const reported: unknown[] = [];
    await restoreReadIndexes(pool, (...progress) => reported.push(progress));
    expect(reported).toEqual(READ_INDEXES.map((name, done) => [name, done, READ_INDEXES.length]));
    expect(await definitions()).toEqual(whole);
    expect(await missingReadIndexes(pool)).toEqual([]);
  });

  it('are dropped once, however often it is asked for', async () => {
    await dropReadIndexes(pool);
    expect(await dropReadIndexes(pool)).toEqual([]);
    expect(await missingReadIndexes(pool)).toEqual(READ_INDEXES);
  });

  it('all stay when one cannot be dropped', async () => {
    const release = await hold();
    await expect(dropReadIndexes(pool)).rejects.toMatchObject({ code: '55P03' });
    await release();
    expect(await missingReadIndexes(pool)).toEqual([]);
    expect(await definitions()).toEqual(whole);
  });

  it('are built by the next who asks when the first is cut off in the middle', async () => {
    await dropReadIndexes(pool);
    const release = await hold();
    const cutOff = expect(restoreReadIndexes(pool)).rejects.toThrow();
    const [pid] = await building(1);
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await cutOff;
    await release();
    expect(await missingReadIndexes(pool)).toEqual(READ_INDEXES);
    await restoreReadIndexes(pool);
    expect(await definitions()).toEqual(whole);
  });

  it('are built once by two who ask at the same time, and both wait for all', async () => {
    await dropReadIndexes(pool);
    const release = await hold();
    const both = [restoreReadIndexes(pool), restoreReadIndexes(pool)].map(async (one) => {
      await one;
      return definitions();
    });
    await building(2);
    // Longer than this pool waits for locks elsewhere.
    await setTimeout(400);
    await release();
    expect(await Promise.all(both)).toEqual([whole, whole]);
  });

  describe('and those that writers find their rows by', () => {
    const KEPT = ['ledger_pkey', 'ledger_owner_lookup', 'ledger_time_lookup'];
    beforeAll(async () => {
      await pool.query(
        'CREATE TABLE ledger (key bytea PRIMARY KEY, owner bytea NOT NULL, since_block int8 NOT NULL, amount int8 NOT NULL)',
      );
      await pool.query('CREATE INDEX ledger_owner_lookup ON ledger (hashbyteaextended(owner, 0))');
      await pool.query('CREATE INDEX ledger_time_lookup ON ledger (since_block)');
      await pool.query('CREATE INDEX ledger_amount ON ledger (amount)');
    });
    beforeEach(async () => {
      await pool.query('TRUNCATE ledger');
    });
    afterAll(() => pool.query('DROP TABLE ledger'));

    const fill = async (): Promise<void> => {
      for (let from = 0; from < 30_000; from += 1_000)
        await pool.query(
          'INSERT INTO ledger SELECT sha256(int4send(n)), sha256(int4send(-n)), n, n FROM generate_series($1::int4, $1 + 999) n',
          [from],
        );
    };
    /** Pages, and the file that holds them. */
    const kept = async () =>
      (
        await pool.query<{ file: string; bytes: number }>(
          'SELECT pg_relation_filenode(name)::text AS file, pg_relation_size(name)::float8 AS bytes FROM unnest($1::regclass[]) name',
          [KEPT],
        )
      ).rows;

    it('are built anew where a fill wrote them in random order, and take less', async () => {
      await dropReadIndexes(pool);
      await fill();
      const [keys, owners, times] = await kept();
      await restoreReadIndexes(pool);
      const after = await kept();
      expect(after[0]!.bytes).toBeLessThan(0.85 * keys!.bytes);
      expect(after[1]!.bytes).toBeLessThan(0.85 * owners!.bytes);
      expect(after[2]).toEqual(times);
      expect((await pool.query('SELECT FROM ledger WHERE key = sha256(int4send(7))')).rowCount).toBe(1);
      await expect(
        pool.query('INSERT INTO ledger SELECT * FROM ledger WHERE since_block = 7'),
      ).rejects.toMatchObject({ code: '23505' });
    });

    it('are not touched by who finds nothing deferred', async () => {
      await fill();
      const before = await kept();
      await restoreReadIndexes(pool);
      expect(await kept()).toEqual(before);
    });

    it('are all built anew, also where one was cut off in the middle', async () => {
      await dropReadIndexes(pool);
      await fill();
      const before = await kept();
      const holder = await pool.connect();
      await holder.query('BEGIN');
      await holder.query('LOCK TABLE ledger IN ROW EXCLUSIVE MODE');
      const cutOff = expect(restoreReadIndexes(pool)).rejects.toThrow();
      const [pid] = await building(1);
      await pool.query('SELECT pg_terminate_backend($1)', [pid]);
      await cutOff;
      await holder.query('COMMIT');
      holder.release();
      expect(await missingReadIndexes(pool)).not.toEqual([]);
      await restoreReadIndexes(pool);
      const after = await kept();
      expect(after.map(({ file }, at) => file === before[at]!.file)).toEqual([false, false, true]);
      expect(await missingReadIndexes(pool)).toEqual([]);
    });
  });
});
