import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { JSON_READY } from './json-ready.js';
import { createPool } from './pool.js';
import { inTransaction } from './transaction.js';

const OF_EVERY_TYPE = `
SELECT n AS "number", -n AS "negative", n::int8 * 9007199254740991 AS "largest", (-32768)::int2 AS small,
       decode(repeat('ab', n), 'hex') AS bytes, ''::bytea AS "noBytes", NULL::bytea AS "noValue", n = 1 AS "isOne",
       12345678901234567890.123::numeric AS amount, 'Zürich 日本 😀' AS "text", '' AS empty, NULL::text AS "noText",
       ARRAY[decode('00ff', 'hex'), NULL] AS list, json_build_object('a', n, 'ä', ARRAY[1, NULL]) AS json,
       int8range(1, 5) AS range, now()::date - now()::date AS days, n AS "number"
FROM generate_series(0, $1) n`;

const named = (name: string, text: string, values: readonly unknown[] = []) => ({
  ...{ name, text, types: JSON_READY },
  values: [...values],
});

/** The same query for the driver: `NamedRead` knows only the types of `JSON_READY` itself. */
const drivers = (asked: ReturnType<typeof named>) => ({ ...asked, types: { ...JSON_READY } });

describe('a pool that reads for JSON', () => {
  let database: TestDatabase;
  let short: Pool;
  let other: Pool;
  beforeAll(async () => {
    database = await createDatabase();
    // One connection: what a statement leaves behind, the next one finds.
    const options = { max: 1, statementTimeoutMs: 5_000 };
    short = createPool(database.url, options);
    other = createPool(database.url, options);
  });
  afterAll(async () => {
    await Promise.all([short.end(), other.end()]);
    await database.drop();
  });

  it('reads what the driver reads, value by value and field by field', async () => {
    for (const last of [0, 1, 0, 2, -1]) {
      const asked = named('every type', OF_EVERY_TYPE, [last]);
      const { rows, rowCount, command } = await short.query(asked);
      const theirs = await other.query(drivers(asked));
      expect(rows).toEqual(theirs.rows);
      expect(rows.map((row) => Object.keys(row))).toEqual(theirs.rows.map((row) => Object.keys(row)));
      expect(JSON.stringify(rows)).toBe(JSON.stringify(theirs.rows));
      expect({ rowCount, command }).toEqual({ rowCount: theirs.rowCount, command: theirs.command });
    }
  });

  it('asks for the columns of a statement once on a connection', async () => {
    const client = await short.connect();
    let described = 0;
    client.connection.on('rowDescription', () => described++);
    for (let time = 0; time < 3; time++)
      expect((await client.query(named('once', 'SELECT $1::int AS n', [time]))).rows).toEqual([{ n: time }]);
    client.release();
    expect(described).toBe(1);
  });

  it('sends what the driver sends', async () => {
    const values = [
      Buffer.from('00ff', 'hex'),
      5n,
      null,
      undefined,
      [Buffer.from('ab', 'hex')],
      ['a"b', null],
      true,
    ];
    const asked = named(
      'echo',
      'SELECT $1::bytea AS a, $2::numeric AS b, $3::text AS c, $4::int AS d, $5::bytea[] AS e, $6::text[] AS f, $7::bool AS g',
      values,
    );
    expect((await short.query(asked)).rows).toEqual((await other.query(drivers(asked))).rows);
  });

  it('reads rows that come in many pieces, or many in one', async () => {
    const text = `SELECT repeat(chr(8364), length) AS "text", decode(repeat('5c', length), 'hex') AS bytes FROM unnest($1::int4[]) length`;
    const lengths = [1_000_000, 0, 1, ...Array.from({ length: 500 }, (_, at) => at * 37)];
    const asked = named('long rows', text, [lengths]);
    const { rows } = await short.query(asked);
    expect(rows.map((row) => [row.text.length, row.bytes.length])).toEqual(
      lengths.map((length) => [length, 2 + 2 * length]),
    );
    expect(rows).toEqual((await other.query(drivers(asked))).rows);
  });

  it('goes on after a statement that fails, whichever way the next one goes', async () => {
    const failing = named('fails late', 'SELECT 6 / (3 - n) AS share FROM generate_series(1, $1) n', [5]);
    const count = { text: 'SELECT count(*)::int AS n FROM generate_series(1, 5)' };
    const unsendable = {
      toPostgres: () => {
        throw new Error('cannot be sent');
      },
    };
    // A pool would give it up after an error.
    const client = await short.connect();
    for (let round = 0; round < 3; round++) {
      await expect(client.query(failing)).rejects.toThrow('division by zero');
      expect((await client.query(count)).rows).toEqual([{ n: 5 }]);
      await expect(client.query(named('no such', 'SELECT nothing'))).rejects.toThrow('does not exist');
      expect((await client.query({ ...failing, values: [2] })).rows).toEqual([{ share: 3 }, { share: 6 }]);
      await expect(client.query(named('unsendable', 'SELECT $1::text', [unsendable]))).rejects.toThrow(
        'cannot be sent',
      );
      await expect(client.query(named('fails late', 'SELECT 1'))).rejects.toThrow('must be unique');
    }
    client.release();
  });

  it('refuses a statement whose columns have changed, and never names the new by the old', async () => {
    await other.query('CREATE TABLE probe (a int, b text)');
    await other.query(`INSERT INTO probe VALUES (1, 'x')`);
    const asked = named('whole probe', 'SELECT * FROM probe');
    expect((await short.query(asked)).rows).toEqual([{ a: 1, b: 'x' }]);
    await other.query('ALTER TABLE probe DROP COLUMN a; ALTER TABLE probe ADD COLUMN c int');
    await expect(short.query(asked)).rejects.toThrow('cached plan must not change result type');
  });

  it('reads in a transaction beside statements of the driver', async () => {
    const seen = await inTransaction(short, async (tx) => {
      await tx.query('CREATE TEMPORARY TABLE beside (n int)');
      const { rows: written } = await tx.query(
        named('write', 'INSERT INTO beside VALUES ($1), ($2) RETURNING n', [1, 2]),
      );
      const { rows } = await tx.query<{ n: string }>('SELECT sum(n) AS n FROM beside');
      return { written, sum: rows[0]!.n };
    });
    expect(seen).toEqual({ written: [{ n: 1 }, { n: 2 }], sum: 3 });
  });
});
