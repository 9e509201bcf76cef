import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { RunAs } from '../../process/run-as.js';
import type { PostgresBinaries } from './binaries.js';
import { serverEnvironment } from './server-environment.js';

/** A PostgreSQL data directory and the password of its superuser. */
export interface Cluster {
  readonly dataDirectory: string;
  readonly user: string;
  readonly password: string;
}

const SUPERUSER = 'chainproof';

/** The owner of the existing cluster has to run it; undefined when there is none, or it is ours. */
export function ownerOf(home: string): RunAs | undefined {
  const directory = dataDirectoryOf(home);
  if (process.getuid?.() !== 0 || !existsSync(directory)) return undefined;
  const { uid, gid } = statSync(directory);
  return { uid, gid };
}

/**
 * The cluster of this home, made on first use: UTF-8, C collation, passwords over loopback. To be called under the
 * lock of the home. What a killed predecessor left half made is removed.
 * @throws Error when the cluster is of another major version, naming both.
 */
export async function openCluster(
  home: string,
  binaries: PostgresBinaries,
  runAs: RunAs | undefined,
  sync: boolean,
): Promise<Cluster> {
  for (const name of readdirSync(home)) {
    if (name.startsWith('server.partial-')) await removePartial(join(home, name));
  }
  if (!existsSync(dataDirectoryOf(home))) await createCluster(home, binaries, runAs, sync);

  const dataDirectory = dataDirectoryOf(home);
  const major = readFileSync(join(dataDirectory, 'PG_VERSION'), 'utf8').trim();
  if (major !== String(binaries.major)) {
    throw new Error(
      `${dataDirectory} was written by PostgreSQL ${major}, and the embedded one is ${binaries.major}: ` +
        `move ${join(home, 'server')} away to start anew, or run it with a PostgreSQL ${major} and set DATABASE_URL`,
    );
  }
  const password = readFileSync(join(home, 'server', 'password'), 'utf8').trim();
  return { dataDirectory, user: SUPERUSER, password };
}

function dataDirectoryOf(home: string): string {
  return join(home, 'server', 'pgdata');
}

async function createCluster(
  home: string,
  binaries: PostgresBinaries,
  runAs: RunAs | undefined,
  sync: boolean,
): Promise<void> {
  // Made aside and renamed: a server directory that exists is whole. The password lies in it for the same reason.
  const partial = join(home, `server.partial-${process.pid}`);
  mkdirSync(partial, { mode: 0o700 });
  writeFileSync(join(partial, 'password'), randomBytes(24).toString('hex'), { mode: 0o600 });
  if (runAs !== undefined) {
    chownSync(partial, runAs.uid, runAs.gid);
    chownSync(join(partial, 'password'), runAs.uid, runAs.gid);
  }
  const args = [
    ...['--pgdata', join(partial, 'pgdata')],
    ...['--username', SUPERUSER, '--pwfile', join(partial, 'password'), '--auth', 'scram-sha-256'],
    ...['--encoding', 'UTF8', '--locale', 'C', '--no-instructions'],
    ...(sync ? [] : ['--no-sync']),
  ];
  const initdb = promisify(execFile)(binaries.initdb, args, {
    cwd: home,
    env: serverEnvironment(),
    ...runAs,
  });
  const endWithUs = () => initdb.child.kill('SIGTERM');
  process.once('exit', endWithUs);
  try {
    await initdb;
  } catch (error) {
    await removePartial(partial);
    const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
    throw new Error(`initdb failed: ${[stdout, stderr].join('\n').trim() || message}`);
  } finally {
    process.removeListener('exit', endWithUs);
  }
  renameSync(partial, join(home, 'server'));
}

async function removePartial(path: string): Promise<void> {
  // The initdb of a killed starter may still be writing, and then rmSync with `force` returns with files left behind.
  const givingUp = performance.now() + 30_000;
  for (;;) {
    try {
      rmSync(path, { recursive: true });
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if ((code !== 'ENOENT' && code !== 'ENOTEMPTY') || performance.now() > givingUp) throw error;
    }
    if (!existsSync(path)) return;
    await setTimeout(20);
  }
}
