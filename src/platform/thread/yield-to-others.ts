import { constants, getPriority, setPriority } from 'node:os';

/**
 * Lets other threads and processes have the cores first; a thread that already yields more stays as it is. Only Linux gives each thread a
 * priority of its own, so elsewhere nothing changes.
 */
export function yieldToOthers(): void {
  if (process.platform === 'linux')
    setPriority(Math.max(getPriority(), constants.priority.PRIORITY_BELOW_NORMAL));
}
