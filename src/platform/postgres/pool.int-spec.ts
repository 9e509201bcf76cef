import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, type Pool } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { isStoreOutage } from '../../api/http/refusal/store-outage.js';
import { createPool } from './pool.js';
import { inTransaction } from './transaction.js';

describe('the pool', () => {
  let database: TestDatabase;
  let pool: Pool;
  const idleErrors: Error[] = [];
  beforeAll(async () => {
    database = await createDatabase();
    pool = createPool(database.url, {
      applicationName: 'pool-test',
      max: 3,
      statementTimeoutMs: 400,
      lockTimeoutMs: 100,
      onIdleError: (error) => idleErrors.push(error),
    });
    await pool.query('CREATE TABLE probe (n int PRIMARY KEY)');
  });
  afterAll(async () => {
    await pool.end();
    await database.drop();
  });

  it('reads int8 as a number, numeric as text, bytea as bytes', async () => {
    const { rows } = await pool.query(
      `SELECT 9007199254740991::int8 AS count, 1000000000000000000000::numeric AS amount, '\\xdead'::bytea AS raw`,
    );
    expect(rows).toEqual([
      { count: 2 ** 53 - 1, amount: '1000000000000000000000', raw: Buffer.from('dead', 'hex') },
    ]);
    await expect(pool.query('SELECT 9007199254740992::int8')).rejects.toThrow(/does not fit a number/);
  });

  it('keeps what is set here whatever its URL says, and what else that says', async () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'theirs');
    url.searchParams.set('statement_timeout', '1');
    url.searchParams.set('options', '-c work_mem=5MB -c enable_seqscan=on');
    const odd = createPool(url.href, {
      applicationName: 'ours',
      readsInOrder: true,
      silenceTimeoutMs: 60_000,
    });
    const setting = async (name: string) =>
      (await odd.query<{ value: string }>('SELECT current_setting($1) AS value', [name])).rows[0]!.value;
    const names = [
      'application_name',
      'statement_timeout',
      'work_mem',
      'enable_seqscan',
      'idle_session_timeout',
    ];
    const values: string[] = [];
    for (const name of names) values.push(await setting(name));
    expect(values).toEqual(['ours', '30s', '5MB', 'off', '1min']);
    await odd.end();
  });

  it('limits no statement where it is told to, whatever the server does', async () => {
    await pool.query(`ALTER DATABASE ${database.name} SET statement_timeout = 1`);
    await pool.query(`ALTER DATABASE ${database.name} SET lock_timeout = 1`);
    const unlimited = createPool(database.url, { statementTimeoutMs: 0, lockTimeoutMs: 0 });
    const { rows } = await unlimited.query(
      `SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock`,
    );
    expect(rows).toEqual([{ statement: '0', lock: '0' }]);
    await unlimited.end();
    await pool.query(`ALTER DATABASE ${database.name} RESET ALL`);
  });

  it('hands lists over as the arrays that the driver would write', async () => {
    const lists: [string, unknown[]][] = [
      ['bytea[]', [Buffer.from('dead', 'hex'), null, Buffer.alloc(0), new Uint8Array([0, 255])]],
      ['bytea[]', [undefined, Buffer.alloc(300_000, 7)]],
      ['bytea[]', []],
      ['bytea[]', [null]],
      ['bytea[]', [[Buffer.of(1)], [Buffer.of(2)]]],
      ['int8[]', [1, -2, 2 ** 53 - 1]],
      ['int4[]', [null, 5, undefined]],
      ['float8[]', [Number.NaN, 1e300, -0.5]],
      ['numeric[]', [10n ** 77n, -1n]],
      ['boolean[]', [true, false, null]],
      ['text[]', ['a', 'b,"c"\\', '', 'NULL', null]],
      ['text[]', ['a', 'b,"c"\\', '', 'NULL', ' {d}\n']],
      ['text[]', [1, 'a,b']],
      ['jsonb[]', ['{"a":[1,2]}', 'null']],
    ];
    const plain = new Client(database.url);
    await plain.connect();
    for (const [type, list] of lists) {
      const text = `SELECT $1::${type}::text AS text`;
      const { rows } = await plain.query(text, [list]);
      expect((await pool.query(text, [list])).rows).toEqual(rows);
      expect((await pool.query({ name: type, text, values: [list] })).rows).toEqual(rows);
    }
    await plain.end();
    const wrong = pool.query('SELECT $1::text[]', [[Buffer.of(1)]]);
    await expect(wrong).rejects.toThrow(/wrong element type|array element type/);
  });

  it('gives up on a server that falls silent, and on one that never speaks', async () => {
    const { hostname, port } = new URL(database.url);
    let silent = false;
    const gate = createServer((socket) => {
      const onward = connect(Number(port), hostname);
      for (const [from, to] of [
        [socket, onward],
        [onward, socket],
      ] as const) {
        from.on('data', (chunk) => silent || to.write(chunk));
        from.on('error', () => to.destroy()).on('close', () => to.destroy());
      }
    }).listen(0, '127.0.0.1');
    await once(gate, 'listening');
    const url = new URL(database.url);
    url.port = String((gate.address() as AddressInfo).port);
    const through = createPool(url.href, { answerTimeoutMs: 300, connectTimeoutMs: 300 });
    await through.query('SELECT 1');
    silent = true;
    await expect(through.query('SELECT 1')).rejects.toThrow('Query read timeout');
    await expect(through.query('SELECT 1')).rejects.toThrow(/timeout/);
    silent = false;
    expect((await through.query('SELECT 1 AS n')).rows).toEqual([{ n: 1 }]);
    await through.end();
    gate.close();
  });

  it('names the database, without secrets, where it cannot connect', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    for (const [at, reason] of [
      ['127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
      [`127.0.0.1:${port}`, 'Connection terminated due to connection timeout'],
    ]) {
      const away = createPool(`postgres://user:secret@${at}/chain`, { connectTimeoutMs: 200 });
      const message = `${reason} (the database at postgres://${at}/chain)`;
      await expect(away.query('SELECT 1')).rejects.toMatchObject({ message });
      const connected = away.connect();
      await expect(connected).rejects.toMatchObject({ message });
      expect(isStoreOutage(await connected.catch((error: unknown) => error))).toBe(true);
      await away.end();
    }
    silent.close();
  });

  it('ends statements and waits for locks that last too long', async () => {
    await expect(pool.query('SELECT pg_sleep(5)')).rejects.toMatchObject({ code: '57014' });
    await inTransaction(pool, async (tx) => {
      await tx.query('LOCK TABLE probe');
      await expect(pool.query('SELECT * FROM probe')).rejects.toMatchObject({ code: '55P03' });
    });
  });

  it('replaces a connection that broke while idle', async () => {
    const { rows } = await pool.query('SELECT pg_backend_pid() AS pid');
    const other = createPool(database.url, { applicationName: 'killer' });
    await other.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
    await other.end();
    while (idleErrors.length === 0) await new Promise(setImmediate);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  describe('in a transaction', () => {
    const count = async () => (await pool.query('SELECT count(*) AS n FROM probe')).rows[0].n;

    it('keeps what was written once the work returns', async () => {
      const result = await inTransaction(pool, async (tx) => {
        await tx.query('INSERT INTO probe VALUES (1)');
        expect(await count()).toBe(0);
        return 'written';
      });
      expect(result).toBe('written');
      expect(await count()).toBe(1);
    });

    it('keeps nothing when the work throws, and gives the reason', async () => {
      const work = inTransaction(pool, async (tx) => {
        await tx.query('INSERT INTO probe VALUES (2)');
        throw new Error('changed my mind');
      });
      await expect(work).rejects.toThrow('changed my mind');
      expect(await count()).toBe(1);
    });

    it('closes a connection that broke half-way, and the next one works', async () => {
      const work = inTransaction(pool, async (tx) => {
        await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      });
      await expect(work).rejects.toThrow();
      expect(await count()).toBe(1);
    });

    it('runs at the isolation asked for', async () => {
      const level = await inTransaction(pool, (tx) => tx.query('SHOW transaction_isolation'), {
        isolation: 'repeatable read',
      });
      expect(level.rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
    });
  });
});
