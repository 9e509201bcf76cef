import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { BinaryCopy } from './binary-copy.js';
import { copyInto } from './copy-into.js';
import { createPool } from './pool.js';
import { SharedConnection } from './shared-connection.js';
import { inTransaction } from './transaction.js';

let database: TestDatabase;
let pool: Pool;

beforeAll(async () => {
  database = await createDatabase({ migrated: false });
  pool = createPool(database.url);
  await pool.query('CREATE TABLE line (who int8, number int8, PRIMARY KEY (who, number))');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function lines(who: number, count: number): Buffer {
  const copy = new BinaryCopy(2);
  for (let number = 0; number < count; number++) copy.row().int8(who).int8(number);
  return copy.finish();
}

describe('a connection in turns', () => {
  it('serves COPY and queries of several users at a time, each in its own order', async () => {
    const warnings: unknown[] = [];
    const note = (warning: unknown): void => void warnings.push(warning);
    process.on('warning', note);
    const counted = await inTransaction(pool, async (tx) => {
      const turns = new SharedConnection(tx);
      return Promise.all(
        Array.from({ length: 20 }, async (_, who) => {
          const own = turns.of(who % 3);
          // Larger than the socket takes at once.
          await copyInto(own, 'COPY line (who, number) FROM STDIN BINARY', lines(who, 20_000));
          const { rows } = await own.query('SELECT count(*)::int4 AS count FROM line WHERE who = $1', [who]);
          await own.query('DELETE FROM line WHERE who = $1 AND number > 0', [who]);
          return rows[0].count;
        }),
      );
    });
    process.off('warning', note);
    expect(counted).toEqual(Array.from({ length: 20 }, () => 20_000));
    expect((await pool.query('SELECT count(*)::int4 AS count FROM line')).rows[0].count).toBe(20);
    // Statements that `pg` has to queue are refused by its next version.
    expect(warnings).toEqual([]);
  });

  it('lets the lowest rank go first', async () => {
    const order: number[] = [];
    await inTransaction(pool, async (tx) => {
      const turns = new SharedConnection(tx);
      const ask = async (rank: number): Promise<void> => {
        await turns.of(rank).query('SELECT 1');
        order.push(rank);
      };
      await Promise.all([3, 2, 2, 1, 0].map(ask));
    });
    // The first had no one to wait for.
    expect(order).toEqual([3, 0, 1, 2, 2]);
  });

  it('goes on after a failure, so that everybody hears of it', async () => {
    const failures = await inTransaction(pool, async (tx) => {
      const turns = new SharedConnection(tx);
      const all = await Promise.allSettled([
        copyInto(turns.of(0), 'COPY line (who, number) FROM STDIN BINARY', lines(0, 2)),
        turns.of(1).query('SELECT 1'),
        copyInto(turns.of(2), 'COPY line (who, number) FROM STDIN BINARY', lines(99, 2)),
      ]);
      return all.map((one) => (one.status === 'rejected' ? String(one.reason.message) : 'done'));
    });
    expect(failures[0]).toMatch(/duplicate key/);
    expect(failures[1]).toMatch(/current transaction is aborted/);
    expect(failures[2]).toMatch(/current transaction is aborted/);
  });

  it('ends what nobody awaits before it is closed, and refuses what comes later', async () => {
    const said: string[] = [];
    const failing = inTransaction(pool, async (tx) => {
      const turns = new SharedConnection(tx);
      const note = (what: string) => () => void said.push(what);
      const all = [turns.of(0).query('SELECT 1 / 0')];
      for (let line = 1; line < 4; line++)
        all.push(turns.of(0).query('INSERT INTO line VALUES (107, $1)', [line]));
      for (const one of all) one.then(note('done'), note('failed'));
      await turns.close();
      said.push('closed');
      expect(() => turns.of(0).query('INSERT INTO line VALUES (107, 4)')).toThrow('came after');
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(said).toEqual(['failed', 'failed', 'failed', 'failed', 'closed']);
    expect((await pool.query('SELECT FROM line WHERE who = 107')).rowCount).toBe(0);
  });

  it('hears at once that the first of many rows is refused, and stays usable', async () => {
    const refused = inTransaction(pool, async (tx) => {
      const own = new SharedConnection(tx).of(0);
      const copy = new BinaryCopy(2);
      copy.row().int8(undefined).int8(0);
      for (let number = 1; number < 400_000; number++) copy.row().int8(108).int8(number);
      await own.query('SAVEPOINT before');
      await expect(copyInto(own, 'COPY line (who, number) FROM STDIN BINARY', copy.finish())).rejects.toThrow(
        'null value',
      );
      await own.query('ROLLBACK TO before');
      return copyInto(own, 'COPY line (who, number) FROM STDIN BINARY', lines(108, 3));
    });
    expect(await refused).toBe(3);
  });

  it('tells everybody who waits that the connection died in the middle of a COPY', async () => {
    const heard: string[] = [];
    const dying = inTransaction(pool, async (tx) => {
      const turns = new SharedConnection(tx);
      const [{ pid }] = (await tx.query('SELECT pg_backend_pid() AS pid')).rows;
      const all = Promise.allSettled([
        copyInto(turns.of(0), 'COPY line (who, number) FROM STDIN BINARY', lines(109, 1_000_000)),
        turns.of(1).query('SELECT 1'),
        copyInto(turns.of(2), 'COPY line (who, number) FROM STDIN BINARY', lines(110, 2)),
      ]);
      await pool.query('SELECT pg_terminate_backend($1)', [pid]);
      heard.push(...(await all).map(({ status }) => status));
      await turns.close();
      throw new Error('the connection is gone');
    });
    await expect(dying).rejects.toThrow('the connection is gone');
    expect(heard).toEqual(['rejected', 'rejected', 'rejected']);
    expect((await pool.query('SELECT FROM line WHERE who >= 109')).rowCount).toBe(0);
  });
});
