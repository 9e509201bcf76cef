import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { describeOnSmallDisk, fillDisk } from '../../../../test/fixture/small-disk.js';
import { type Child, startChild } from '../../process/child.js';
import { isRunning } from '../../process/process-identity.js';
import { stopProcess } from '../../process/stop-process.js';
import { findPostmaster } from './postmaster.js';
import { startEmbeddedPostgres } from './start-embedded-postgres.js';
import { unprivilegedUser } from './unprivileged-user.js';

const MODULE = new URL('./start-embedded-postgres.js', import.meta.url).href;
const KILL = [{ signal: 'SIGKILL', withinMs: 5_000 }] as const;
const asRoot = process.getuid?.() === 0;

async function ask<T>(url: string, ...statements: string[]): Promise<T[]> {
  const client = new Client(url);
  await client.connect();
  try {
    let rows: T[] = [];
    for (const statement of statements) rows = (await client.query<T & object>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the same server, prints its URL, and stays. */
function starter(dataDir: string): Promise<Child> {
  const script = `import(${JSON.stringify(MODULE)}).then(async ({ startEmbeddedPostgres }) => {
    const server = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} });
    process.once('SIGINT', () => server.stop().then(() => process.exit()));
    console.log('at ' + server.url);
    setInterval(() => {}, 1000);
  })`;
  return startChild({
    name: 'starter',
    command: process.execPath,
    args: ['-e', script],
    readyLine: /at (.*)/,
  });
}

describe('an embedded PostgreSQL', () => {
  let directory: string;
  let dataDir: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'chainproof-embedded-'));
    chmodSync(directory, 0o755);
    dataDir = join(directory, 'postgres');
  });
  afterEach(() => {
    const note = join(dataDir, 'postgres-is-at');
    if (existsSync(note)) rmSync(readFileSync(note, 'utf8').trim(), { recursive: true, force: true });
    rmSync(directory, { recursive: true, maxRetries: 5, retryDelay: 50 });
  });

  const serverHere = () => findPostmaster(join(dataDir, 'server', 'pgdata'));

  it('starts on nothing, and starts again with what it held', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    const [settings] = await ask<object>(
      first.url,
      `select current_setting('server_encoding') encoding, current_setting('server_version_num')::int / 10000 major,
              current_setting('shared_buffers') buffers, (select datcollate from pg_database where datname = 'postgres') collation`,
    );
    expect(settings).toEqual({ encoding: 'UTF8', major: 18, buffers: '256MB', collation: 'C' });
    await ask(first.url, 'create extension pg_trgm', 'create extension btree_gist');
    await ask(first.url, 'create table kept (n int)', 'insert into kept values (7)');
    const running = serverHere();
    await first.stop();
    expect(running !== undefined && isRunning(running.identity)).toBe(false);

    const second = await startEmbeddedPostgres({ dataDir, settings: { shared_buffers: '32MB' } });
    expect(await ask(second.url, 'select n from kept')).toEqual([{ n: 7 }]);
    expect(await ask(second.url, 'show shared_buffers')).toEqual([{ shared_buffers: '32MB' }]);
    await second.stop();
  });

  it('asks for its password', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    await expect(ask(server.url.replace(/:[0-9a-f]+@/, ':guess@'), 'select 1')).rejects.toThrow(/password/);
    await server.stop();
  });

  it('left running by a killed starter is taken over, with the sessions of the dead gone', async () => {
    const parent = await starter(dataDir);
    const url = parent.ready?.[1] as string;
    await ask(url, 'create table kept (n int)', 'insert into kept values (1)');
    const orphan = serverHere();
    await stopProcess(parent.identity, KILL);
    expect(orphan !== undefined && isRunning(orphan.identity)).toBe(true);

    const server = await startEmbeddedPostgres({ dataDir });
    expect(orphan !== undefined && isRunning(orphan.identity)).toBe(false);
    expect(await ask(server.url, 'select n from kept')).toEqual([{ n: 1 }]);
    await server.stop();
    expect(serverHere()).toBeUndefined();
  });

  it('killed together with its starter recovers what was committed', async () => {
    const parent = await starter(dataDir);
    await ask(parent.ready?.[1] as string, 'create table kept as select generate_series(1, 5000) n');
    const victim = serverHere();
    await stopProcess(parent.identity, KILL);
    if (victim !== undefined) await stopProcess(victim.identity, KILL);
    expect(existsSync(join(dataDir, 'server', 'pgdata', 'postmaster.pid'))).toBe(true);

    const server = await startEmbeddedPostgres({ dataDir });
    expect(await ask(server.url, 'select count(*)::int n from kept')).toEqual([{ n: 5000 }]);
    await server.stop();
  });

  it('that is killed comes back at its port with what was committed, for all that use it', async () => {
    const said: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, say: (line) => said.push(line) });
    const other = await starter(dataDir);
    expect(other.ready?.[1]).toBe(server.url);
    await ask(server.url, 'create table kept as select generate_series(1, 5000) n');
    const killed = serverHere();
    await stopProcess(killed!.identity, KILL);
    while (server.kept.failure === undefined) await sleep(10);
    while (server.kept.failure !== undefined) await sleep(10);
    expect(said).toEqual([
      expect.stringMatching(/^the embedded PostgreSQL has ended: it wrote/),
      'the embedded PostgreSQL runs again',
    ]);
    expect(serverHere()!.identity).not.toEqual(killed!.identity);
    expect(await ask(other.ready?.[1] as string, 'select count(*)::int n from kept')).toEqual([{ n: 5000 }]);
    // The last user stops the running server.
    await other.stop();
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(serverHere()).toBeUndefined();
  });

  it.each([
    ['a stranger', () => []],
    ['the server of a copy', (pgdata: string) => ['--', 'postgres', '-D', `/copy${pgdata}`]],
  ])(
    'is not kept from starting by %s with the number of a crashed server, who is left alone',
    async (_, args) => {
      const first = await startEmbeddedPostgres({ dataDir });
      const pidFile = join(dataDir, 'server', 'pgdata', 'postmaster.pid');
      const left = readFileSync(pidFile, 'utf8');
      await first.stop();
      const runAs = unprivilegedUser();
      const other = await startChild({
        name: 'stranger',
        command: process.execPath,
        args: ['-e', 'setInterval(() => {}, 1000)', ...args(join(dataDir, 'server', 'pgdata'))],
        cwd: '/',
        ...(runAs === undefined ? {} : { runAs }),
      });
      writeFileSync(pidFile, left.replace(/^\d+/, String(other.identity.pid)));

      const second = await startEmbeddedPostgres({ dataDir });
      expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }]);
      await second.stop();
      expect(isRunning(other.identity)).toBe(true);
      await other.stop();
    },
  );

  it('is started once by two starters, and stopped by the last to leave', async () => {
    const [one, other] = await Promise.all([starter(dataDir), starter(dataDir)]);
    expect(one.ready?.[1]).toBe(other.ready?.[1]);
    const server = serverHere();
    await expect(startEmbeddedPostgres({ dataDir, port: 1 })).rejects.toThrow(
      'another process runs PostgreSQL',
    );
    await one.stop();
    expect(await ask(other.ready?.[1] as string, 'select 1 as one')).toEqual([{ one: 1 }]);
    await other.stop();
    expect(server !== undefined && isRunning(server.identity)).toBe(false);
  });

  it('ends by itself when its starter exits without stopping it', async () => {
    const script = `import(${JSON.stringify(MODULE)}).then(({ startEmbeddedPostgres }) =>
      startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} })).then(() => process.exit(1))`;
    const careless = await startChild({ name: 'careless', command: process.execPath, args: ['-e', script] });
    await careless.exited;
    while (serverHere() !== undefined) await sleep(20);
    expect(existsSync(join(dataDir, 'server', 'pgdata', 'postmaster.pid'))).toBe(false);
  });

  it('refuses the files of another major version, and says which', async () => {
    await (await startEmbeddedPostgres({ dataDir })).stop();
    writeFileSync(join(dataDir, 'server', 'pgdata', 'PG_VERSION'), '16\n');
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /was written by PostgreSQL 16, and the embedded one is 18.*set DATABASE_URL/,
    );
  });

  it('starts over what an initdb killed half-way left', async () => {
    const parent = startChild({
      name: 'starter',
      command: process.execPath,
      args: [
        '-e',
        `import(${JSON.stringify(MODULE)}).then((m) => m.startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)} }))`,
      ],
    });
    const partial = () =>
      existsSync(dataDir) ? readdirSync(dataDir).find((name) => name.includes('partial')) : undefined;
    while (partial() === undefined || !existsSync(join(dataDir, partial() as string, 'pgdata', 'PG_VERSION')))
      await sleep(2);
    await stopProcess((await parent).identity, KILL);
    expect(partial()).toBeDefined();

    const server = await startEmbeddedPostgres({ dataDir });
    expect(await ask(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(partial()).toBeUndefined();
  });

  it('names a port that is taken', async () => {
    const listener = createServer();
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as { port: number };
    await expect(startEmbeddedPostgres({ dataDir, port })).rejects.toThrow(
      `port ${port} for PostgreSQL is already in use`,
    );
    await new Promise((resolve) => listener.close(resolve));
    const server = await startEmbeddedPostgres({ dataDir, port });
    expect(server.url).toContain(`127.0.0.1:${port}/`);
    await server.stop();
  });

  (asRoot ? it : it.skip)(
    'of root moves to where its user can go when the data directory is closed',
    async () => {
      chmodSync(directory, 0o700);
      const first = await startEmbeddedPostgres({ dataDir });
      expect(first.home).toMatch(/^\/var\/lib\/chainproof\/postgres-/);
      await ask(first.url, 'create table kept (n int)');
      await first.stop();
      const second = await startEmbeddedPostgres({ dataDir });
      expect(second.home).toBe(first.home);
      expect(await ask(second.url, 'select n from kept')).toEqual([]);
      await second.stop();
      rmSync(first.home, { recursive: true });
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
        /postgres-is-at points to .* which is gone/,
      );
    },
  );

  (asRoot ? it : it.skip)(
    'of root has its own database or none, where its data directory was copied, moved, opened or closed',
    async () => {
      chmodSync(directory, 0o700);
      const first = await startEmbeddedPostgres({ dataDir });
      await ask(first.url, 'create table kept (n int)');
      await first.stop();
      const holdsAt = async (place: string): Promise<void> => {
        const server = await startEmbeddedPostgres({ dataDir: place });
        await server.stop();
        expect(server.home).toBe(first.home);
      };
      const copy = join(directory, 'copy');
      cpSync(dataDir, copy, { recursive: true });
      await expect(startEmbeddedPostgres({ dataDir: copy })).rejects.toThrow(
        `is a copy of ${dataDir} without the files of PostgreSQL`,
      );
      chmodSync(directory, 0o755);
      await holdsAt(dataDir);
      rmSync(dataDir, { recursive: true });
      await holdsAt(copy);
      renameSync(copy, dataDir);

      const open = join(directory, 'open');
      const other = await startEmbeddedPostgres({ dataDir: open });
      await other.stop();
      chmodSync(directory, 0o700);
      await expect(startEmbeddedPostgres({ dataDir: open })).rejects.toThrow('where its files are');
    },
  );
});

describeOnSmallDisk('an embedded PostgreSQL on a full disk', '300m', (disk) => {
  it('is stopped, and starts again when there is space', async () => {
    const dataDir = join(disk, 'postgres');
    const server = await startEmbeddedPostgres({ dataDir });
    await ask(server.url, 'create table kept as select generate_series(1, 100) n');
    fillDisk(join(disk, 'ballast'));
    await server.stop();
    expect(findPostmaster(join(dataDir, 'server', 'pgdata'))).toBeUndefined();
    rmSync(join(disk, 'ballast'));
    const again = await startEmbeddedPostgres({ dataDir });
    expect(await ask(again.url, 'select count(*)::int n from kept')).toEqual([{ n: 100 }]);
    await again.stop();
  });
});
