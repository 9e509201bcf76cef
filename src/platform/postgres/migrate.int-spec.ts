import type { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { startChild } from '../process/child.js';
import { stopProcess } from '../process/stop-process.js';
import { migrate } from './migrate.js';

const MODULE = new URL('./migrate.js', import.meta.url).href;
const SLEEPING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;

describe('migrating', () => {
  let database: TestDatabase;
  let directory: string;
  let migrations: URL;
  beforeAll(async () => {
    database = await createDatabase();
    directory = mkdtempSync(join(tmpdir(), 'chainproof-migrations-'));
    writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
    migrations = pathToFileURL(`${directory}/`);
  });
  afterAll(async () => {
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  const add = (timestamp: number, verb: string, sql: string) =>
    writeFileSync(
      join(directory, `${timestamp}-${verb}.js`),
      `export class M${timestamp} { name = '${verb}${timestamp}'; up(q) { return q.query(${JSON.stringify(sql)}); } down() {} }`,
    );

  it('applies what is new, once, even when two start at the same time', async () => {
    add(1700000000002, 'add-second', 'ALTER TABLE first ADD second int');
    add(1700000000001, 'create-first', 'CREATE TABLE first (n int)');
    const applied = await Promise.all([migrate(database.url, migrations), migrate(database.url, migrations)]);
    expect(applied.flat()).toEqual(['create-first1700000000001', 'add-second1700000000002']);
    expect(await migrate(database.url, migrations)).toEqual([]);
  });

  it('keeps those before the one that fails', async () => {
    add(1700000000003, 'create-third', 'CREATE TABLE third (n int)');
    add(1700000000004, 'create-third-again', 'CREATE TABLE third (n int)');
    await expect(migrate(database.url, migrations)).rejects.toThrow(/already exists/);
    const client = new Client(database.url);
    await client.connect();
    expect((await client.query('SELECT count(*)::int AS n FROM migration')).rows).toEqual([{ n: 3 }]);
    await client.end();
  });

  it('names a connection that is lost between two statements', async () => {
    rmSync(join(directory, '1700000000004-create-third-again.js'));
    const client = new Client(database.url);
    await client.connect();
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const ending = {
      async endSession(runner: { databaseConnection: EventEmitter }, pid: number) {
        runner.databaseConnection.once('error', end);
        await client.query('SELECT pg_terminate_backend($1)', [pid]);
        await ended;
      },
    };
    Object.assign(globalThis, { ending });
    const lost = join(directory, '1700000000006-lose-connection.js');
    writeFileSync(
      lost,
      `export class M1700000000006 { name = 'LoseConnection1700000000006'; down() {} async up(q) {
        const [{ pid }] = await q.query('SELECT pg_backend_pid() AS pid');
        await globalThis.ending.endSession(q, pid);
        await q.query('SELECT 1');
      } }`,
    );
    await expect(migrate(database.url, migrations)).rejects.toThrow(
      'the connection to the database was lost while it was migrated: start again once it answers',
    );
    rmSync(lost);
    await client.end();
  });

  it('goes on soon after a process was killed in the middle of a statement', async () => {
    add(1700000000005, 'lengthen-third', 'ALTER TABLE third ADD long int; SELECT pg_sleep(600)');
    const script = `import(${JSON.stringify(MODULE)}).then(({ migrate }) =>
      migrate(${JSON.stringify(database.url)}, new URL(${JSON.stringify(migrations.href)})))`;
    const killed = await startChild({ name: 'migrate', command: process.execPath, args: ['-e', script] });
    const client = new Client(database.url);
    await client.connect();
    while ((await client.query(SLEEPING)).rowCount === 0) await setTimeout(20);
    await stopProcess(killed.identity, [{ signal: 'SIGKILL', withinMs: 5_000 }]);
    // In this process it is not loaded yet.
    add(1700000000005, 'lengthen-third', 'ALTER TABLE third ADD long int');
    expect(await migrate(database.url, migrations)).toEqual(['lengthen-third1700000000005']);
    await client.end();
  });
});
