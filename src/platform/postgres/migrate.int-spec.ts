import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { createDatabase, type TestDatabase } from '../../../test/fixture/database.js';
import { migrate } from './migrate.js';

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
});
