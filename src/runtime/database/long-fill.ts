import type { Pool } from 'pg';
import { dropReadIndexes, restoreReadIndexes } from '../../platform/postgres/read-indexes.js';

/** Below this many blocks the indexes cost nothing worth mentioning. */
const LONG_FILL_BLOCKS = 3_000;

/** Blocks to store, and blocks stored already. */
export interface FillSize {
  readonly blocks: number;
  readonly stored: number;
}

/** Whether a fill is better off without the indexes that only reads need, which would have to be built over all that is stored. */
export function isLongFill({ blocks, stored }: FillSize): boolean {
  return blocks >= LONG_FILL_BLOCKS && blocks > stored;
}

/**
 * Runs a fill, a long one without the indexes that only reads need. Whatever is missing of them is built at the end, also when the
 * fill has failed, and by the next start where this process does not live to see it. The caller holds the writer's lease.
 */
export async function withoutReadIndexes(
  pool: Pool,
  size: FillSize,
  say: (line: string) => void,
  fill: () => Promise<void>,
): Promise<void> {
  if (isLongFill(size)) await drop(pool, say);
  try {
    await fill();
  } catch (error) {
    // If the database failed, the fill's own error is the most useful.
    await restore(pool, say).catch(() => undefined);
    throw error;
  }
  await restore(pool, say);
}

async function drop(pool: Pool, say: (line: string) => void): Promise<void> {
  try {
    const dropped = await dropReadIndexes(pool);
    if (dropped.length > 0) say(`${dropped.length} indexes that only reads need are built anew at the end`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    say('indexes are kept for current readers: this will take longer');
  }
}

/** PostgreSQL's code for a lock that was not to be had within `lock_timeout`. */
const isLockTimeout = (error: unknown): boolean => (error as { readonly code?: unknown }).code === '55P03';

function restore(pool: Pool, say: (line: string) => void): Promise<void> {
  return restoreReadIndexes(pool, (name, done, total) =>
    say(`building index ${name} (${done + 1} of ${total})`),
  );
}
