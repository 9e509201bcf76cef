import { setTimeout } from 'node:timers/promises';

/** Waits for so many milliseconds, or until `signal` aborts; either way it resolves. */
export async function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  await setTimeout(durationMs, undefined, { signal }).catch(() => undefined);
}
