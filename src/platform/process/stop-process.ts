import { setTimeout as sleep } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './process-identity.js';

export interface StopStep {
  readonly signal: NodeJS.Signals;
  /** How long to wait for the end before the next step. */
  readonly withinMs: number;
}

/** Asks politely, insists, kills. */
export const POLITE_STOP: readonly StopStep[] = [
  { signal: 'SIGINT', withinMs: 5_000 },
  { signal: 'SIGTERM', withinMs: 5_000 },
  { signal: 'SIGKILL', withinMs: 5_000 },
];

/**
 * Ends exactly this run of a process: returns once it is gone, at once when it already is. Another process with the same number is never
 * signalled.
 * @throws Error when it outlives every step
 */
export async function stopProcess(identity: ProcessIdentity, steps = POLITE_STOP): Promise<void> {
  for (const { signal, withinMs } of steps) {
    if (!isRunning(identity)) return;
    try {
      process.kill(identity.pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
    const deadline = performance.now() + withinMs;
    while (performance.now() < deadline) {
      if (!isRunning(identity)) return;
      await sleep(20);
    }
  }
  if (isRunning(identity)) throw new Error(`process ${identity.pid} did not end when asked to`);
}
