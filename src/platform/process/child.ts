import { type ChildProcess, spawn } from 'node:child_process';
import { ChildOutput } from './child-output.js';
import { removePidFile, writePidFile } from './pid-file.js';
import { identify, type ProcessIdentity } from './process-identity.js';
import type { RunAs } from './run-as.js';
import { POLITE_STOP, type StopStep, stopProcess } from './stop-process.js';

export interface ChildOptions {
  /** Used in messages. */
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd?: string;
  /** Replaces the environment; ours by default. */
  readonly env?: NodeJS.ProcessEnv;
  readonly runAs?: RunAs;
  /** Where to note the child for a later `stopOrphan`. */
  readonly pidFile?: string;
  /** The line of output that signals readiness; without it, the child counts as ready once started. */
  readonly readyLine?: RegExp;
  /** Default 120 s: it bounds only how long a failure takes, on a busy machine too. */
  readonly readyWithinMs?: number;
  /** Every line it writes, on either stream. */
  readonly onLine?: (line: string) => void;
  /** Default: SIGINT, SIGTERM, SIGKILL, 5 s each. */
  readonly stopSteps?: readonly StopStep[];
}

export interface ChildExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface Child {
  readonly identity: ProcessIdentity;
  /** The line that matched `readyLine`, with its groups. */
  readonly ready?: RegExpMatchArray;
  /** Settles when the child has ended and all it wrote has been read. */
  readonly exited: Promise<ChildExit>;
  /** The last 32 KB it wrote. */
  output(): string;
  /** Ends it and waits for the end; harmless when it already ended. */
  stop(): Promise<void>;
}

/**
 * Starts a child process in a process group of its own, so that Ctrl-C reaches us alone and we stop our children in
 * order, and resolves when it is ready. When this process exits without `stop()`, the child is killed; when this
 * process is killed, the pid file lets the next start find the orphan.
 * @throws Error with its last output when it cannot be started, ends, or stays silent before it is ready.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const spawned = spawn(options.command, options.args, {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...options.runAs,
    env: options.env ?? process.env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
  });
  const output = new ChildOutput(spawned, options.onLine);
  const exited = new Promise<ChildExit>((resolve) => {
    spawned.once('close', (code, signal) => resolve({ code, signal }));
  });
  // Registered at once: Ctrl-C may come before any output of the child.
  const killWithUs = () => spawned.kill('SIGKILL');
  process.once('exit', killWithUs);
  spawned.once('close', () => process.removeListener('exit', killWithUs));
  const identity = await started(spawned, options);
  spawned.once('exit', () => {
    if (options.pidFile !== undefined) removePidFile(options.pidFile);
  });
  const stop = () => stopProcess(identity, options.stopSteps ?? POLITE_STOP);
  const child = { identity, exited, output: () => output.read(), stop };

  if (options.readyLine === undefined) return child;
  try {
    return {
      ...child,
      ready: await readyLine(options.readyLine, output, exited, options.readyWithinMs ?? 120_000),
    };
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${options.name} ${reason}; it wrote:\n${output.read().trimEnd()}`);
  }
}

function started(spawned: ChildProcess, options: ChildOptions): Promise<ProcessIdentity> {
  return new Promise((resolve, reject) => {
    spawned.once('spawn', () => {
      const pid = spawned.pid as number;
      // A child that has ended already gets an identity that no process has.
      const identity = identify(pid) ?? { pid, startedAt: 'ended' };
      try {
        if (options.pidFile !== undefined) writePidFile(options.pidFile, identity);
        resolve(identity);
      } catch (error) {
        // A child that is not noted would outlive us if we were killed.
        spawned.kill('SIGKILL');
        reject(error);
      }
    });
    spawned.once('error', (error) => {
      reject(new Error(`${options.name}: cannot run ${options.command}: ${error.message}`));
    });
  });
}

async function readyLine(
  pattern: RegExp,
  output: ChildOutput,
  exited: Promise<ChildExit>,
  withinMs: number,
): Promise<RegExpMatchArray> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`was not ready within ${withinMs / 1000} s`)), withinMs);
  });
  const ended = exited.then(({ code, signal }) => {
    throw new Error(`ended before it was ready (${signal ?? `exit code ${code}`})`);
  });
  try {
    return await Promise.race([output.line(pattern), ended, silence]);
  } finally {
    clearTimeout(timer);
    ended.catch(() => undefined);
  }
}
