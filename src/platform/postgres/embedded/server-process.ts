import { spawn } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../../process/free-port.js';
import { isRunning } from '../../process/process-identity.js';
import type { RunAs } from '../../process/run-as.js';
import { type StopStep, stopProcess } from '../../process/stop-process.js';
import type { PostgresBinaries } from './binaries.js';
import { disownStalePidFile, findPostmaster, type Postmaster } from './postmaster.js';
import { serverEnvironment } from './server-environment.js';
import type { ServerSettings } from './server-settings.js';

/** Recovery after a crash replays up to `max_wal_size` before the server is ready. */
const READY_WITHIN_MS = 600_000;

/** PostgreSQL's words: fast shutdown, immediate shutdown (recovers at the next start), the end. */
const STOP_STEPS: readonly StopStep[] = [
  { signal: 'SIGINT', withinMs: 120_000 },
  { signal: 'SIGQUIT', withinMs: 10_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
];

const LAST_LINES = 4;
const LAST_BYTES = 65_536;

export interface LaunchOptions {
  readonly home: string;
  readonly dataDirectory: string;
  readonly binaries: PostgresBinaries;
  readonly runAs: RunAs | undefined;
  readonly settings: ServerSettings;
  /** A free one when left out. */
  readonly port: number | undefined;
}

/**
 * Starts a server on the data directory and waits until it accepts connections, recovery after a crash included.
 * @throws Error with the server's own words when it does not come up.
 */
export async function launchServer(options: LaunchOptions): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await findFreePort());
    const refusal = await tryLaunch(options, port);
    if (typeof refusal !== 'string') return refusal;
    const portTaken = /could not bind|Address already in use/.test(refusal);
    if (portTaken && options.port !== undefined)
      throw new Error(`port ${port} for PostgreSQL is already in use`);
    // Backends of a killed server need a moment to notice that it is gone.
    const memoryInUse = /shared memory block .* is still in use/.test(refusal);
    if (attempt === 20 || !(portTaken || memoryInUse))
      throw new Error(`PostgreSQL did not start:\n${refusal}`);
    await sleep(memoryInUse ? 250 : 0);
  }
}

/** Ends the server by fast shutdown; connected clients are cut off, nothing committed is lost. */
export function stopServer(postmaster: Postmaster): Promise<void> {
  return stopProcess(postmaster.identity, STOP_STEPS);
}

/** Asks the server to end and does not wait: it does so in its own time, even after this process. */
export function endServer({ identity }: Postmaster): void {
  // Called while this process exits, where throwing would keep other children from being ended.
  if (isRunning(identity)) signalQuietly(identity.pid);
}

function signalQuietly(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGINT');
  } catch {
    // It ended in between.
  }
}

const logOf = (home: string): string => join(home, 'postgres.log');

/** The last output of a server that has ended. */
export function lastWords(home: string): string {
  if (!existsSync(logOf(home))) return 'it left no log';
  const lines = endOfFile(logOf(home))
    .split('\n')
    .filter((line) => / (PANIC|FATAL|LOG): /.test(line))
    .slice(-LAST_LINES);
  return lines.length === 0 ? 'it wrote nothing' : `it wrote:\n${lines.join('\n')}`;
}

function endOfFile(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const bytes = Buffer.alloc(Math.min(size, LAST_BYTES));
    return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, size - bytes.length));
  } finally {
    closeSync(file);
  }
}

async function tryLaunch(options: LaunchOptions, port: number): Promise<Postmaster | string> {
  const { home, dataDirectory, binaries, runAs } = options;
  disownStalePidFile(dataDirectory);
  const log = logOf(home);
  if (existsSync(log)) renameSync(log, join(home, 'postgres.previous.log'));
  const logFile = openSync(log, 'a');
  const settings = Object.entries({ ...options.settings, port: String(port) });
  const child = spawn(
    binaries.postgres,
    ['-D', dataDirectory, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    // A group of its own, and a file to write to instead of our pipes: it must outlast us to shut down in order.
    {
      cwd: home,
      env: serverEnvironment(),
      stdio: ['ignore', logFile, logFile],
      detached: true,
      windowsHide: true,
      ...runAs,
    },
  );
  // Until the server is ready no other process knows it: if we exit before that, it is asked to end.
  const endWithUs = () => signalQuietly(child.pid);
  process.once('exit', endWithUs);
  closeSync(logFile);
  const said = () => readFileSync(log, 'utf8').trimEnd();
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = signal ?? `exit code ${code}`;
  });
  child.unref();
  const deadline = performance.now() + READY_WITHIN_MS;
  try {
    for (;;) {
      if (ended !== undefined) return `${said()}\n(${ended})`;
      const postmaster = findPostmaster(dataDirectory);
      if (postmaster?.identity.pid === child.pid && postmaster?.status === 'ready') return postmaster;
      if (performance.now() > deadline) {
        child.kill('SIGQUIT');
        return `${said()}\n(not ready after ${READY_WITHIN_MS / 1000} s)`;
      }
      await sleep(15);
    }
  } finally {
    process.removeListener('exit', endWithUs);
  }
}
