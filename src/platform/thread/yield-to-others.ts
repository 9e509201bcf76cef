import { constants, setPriority } from 'node:os';

/** Lets other threads and processes have the cores first. Only Linux gives each thread a priority of its own, so elsewhere nothing changes. */
export function yieldToOthers(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}
