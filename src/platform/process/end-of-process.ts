import { pause } from '../clock/pause.js';
import { isRunning, type ProcessIdentity } from './process-identity.js';

const LOOK_MS = 250;

/** Resolves when that run of a process, which need not be our child, has ended, or the signal aborts. */
export async function endOfProcess(identity: ProcessIdentity, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && isThere(identity)) await pause(LOOK_MS, signal);
}

/** Without /proc, asking when a process began takes a program each time, so there its pid has to do. */
function isThere(identity: ProcessIdentity): boolean {
  if (process.platform === 'linux') return isRunning(identity);
  try {
    return process.kill(identity.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
