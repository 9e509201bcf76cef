import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { unprivilegedUser } from '../../src/platform/postgres/embedded/unprivileged-user.js';

const run = promisify(execFile);

const SOURCE = resolve(process.env.SHARED_DIR ?? '../shared', 'citus');
const ARCHIVE = join(SOURCE, 'postgres18-citus14-linux-x64.tar.zst');
const WORKERS = [1, 2] as const;
const RUN_AS = unprivilegedUser();

/** Whether the archive of Citus is there; warns if it is not. */
export const HAS_CITUS = ((): boolean => {
  if (existsSync(ARCHIVE)) return true;
  console.warn(`the tests of a cluster are skipped: there is no ${ARCHIVE} (SHARED_DIR)`);
  return false;
})();

/** A coordinator and two worker nodes, used by one test file only. */
export interface CitusCluster {
  readonly ports: readonly [coordinator: number, one: number, other: number];
  /** Creates a database on all servers. Resolves with its URL at the coordinator. */
  database(options?: { readonly nodes?: number; readonly extension?: boolean }): Promise<string>;
  /** Stops a node at once, as if its machine failed. */
  killNode(node: 1 | 2): Promise<void>;
  startNode(node: 1 | 2): Promise<void>;
  stop(): Promise<void>;
}

/** Unpacks and starts a new cluster on free ports of the loopback. */
export async function startCitusCluster(): Promise<CitusCluster> {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-cluster-'));
  chmodSync(directory, 0o755);
  const [home, data] = ['home', 'data'].map((name) => join(directory, name)) as [string, string];
  for (const made of [home, data]) mkdirSync(made, { mode: 0o755 });
  if (RUN_AS) await run('chown', [`${RUN_AS.uid}:${RUN_AS.gid}`, home, data]);
  await asServer('tar', ['--zstd', '-xf', ARCHIVE, '-C', home, '--strip-components=1']);
  const first = await freePorts(1 + WORKERS.length);
  // Few shards: a query across shards costs a connection and a plan for each.
  const settings = { FSYNC: 'off', SHARED_BUFFERS: '128MB', SHARDS: '8', DB: 'unused' };
  await asServer(join(SOURCE, 'start.sh'), [data, String(first), home], settings);
  const ports = [first, first + 1, first + 2] as const;
  let made = 0;
  const control = (node: 1 | 2, ...words: readonly string[]) =>
    asServer(join(home, 'bin', 'pg_ctl'), ['-D', join(data, `node${node}`), '-w', '-s', ...words]);
  return {
    ports,
    async database({ nodes = WORKERS.length, extension = true } = {}) {
      made += 1;
      const name = `cluster_${made}`;
      for (const port of ports) {
        await query(urlOf(port, 'postgres'), `CREATE DATABASE ${name}`);
        if (extension) await query(urlOf(port, name), 'CREATE EXTENSION citus');
      }
      const url = urlOf(first, name);
      if (!extension) return url;
      await query(url, `SELECT citus_set_coordinator_host('127.0.0.1', ${first})`);
      for (const port of ports.slice(1, 1 + nodes))
        await query(url, `SELECT citus_add_node('127.0.0.1', ${port})`);
      return url;
    },
    killNode: (node) => control(node, '-m', 'immediate', 'stop'),
    startNode: (node) => control(node, '-l', join(data, `node${node}.log`), 'start'),
    async stop() {
      await asServer(join(SOURCE, 'stop.sh'), [data, home]);
      rmSync(directory, { recursive: true });
    },
  };
}

const urlOf = (port: number, name: string): string => `postgres://postgres@127.0.0.1:${port}/${name}`;

/** Runs a program as the unprivileged user of PostgreSQL, which refuses root. */
async function asServer(
  program: string,
  parameters: readonly string[],
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  await run(program, parameters, { ...RUN_AS, cwd: '/', env: { PATH: process.env.PATH, ...settings } });
}

export async function query(url: string, text: string): Promise<void> {
  const client = new Client(url);
  await client.connect();
  await client.query(text).finally(() => client.end());
}

/** The first of so many consecutive free ports. */
async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const wanted = Array.from({ length: count }, (_, at) => first + at);
    if ((await Promise.all(wanted.map(isFree))).every((free) => free)) return first;
  }
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((known) => {
    const server = createServer();
    server.once('error', () => known(false));
    server.listen(port, '127.0.0.1', () => server.close(() => known(true)));
  });
