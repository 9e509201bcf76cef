import type { Pool } from 'pg';
import { missingReadIndexes, restoreReadIndexes } from '../../platform/postgres/read-indexes.js';
import { asWriter, untilDone } from './as-writer.js';

/**
 * Builds the indexes that an interrupted fill dropped, so that no answer has to scan whole tables. While another process fills, it
 * waits for that one to build them. `say` gets messages about long work.
 */
export function restoreMissingIndexes(pool: Pool, say: (line: string) => void): Promise<void> {
  const work = {
    find: () => missingReadIndexes(pool),
    describe: (missing: readonly string[]) =>
      `indexes that a fill has dropped are missing: ${missing.join(', ')}`,
    async work(): Promise<void> {
      await restoreReadIndexes(pool, (name, done, total) =>
        say(`building index ${name} (${done + 1} of ${total})`),
      );
    },
  };
  return asWriter(pool, work, say);
}

/** Waits until another process has built them. Writes nothing. */
export function awaitMissingIndexes(pool: Pool, say: (line: string) => void): Promise<void> {
  const wait = {
    find: () => missingReadIndexes(pool),
    describe: (missing: readonly string[]) => `indexes are missing until a fill ends: ${missing.join(', ')}`,
  };
  return untilDone(wait, say);
}
