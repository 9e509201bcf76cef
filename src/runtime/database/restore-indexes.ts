import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { LeaseRefused, WriterLease } from '../../event-store/writer-lease.js';
import { missingReadIndexes, restoreReadIndexes } from '../../platform/postgres/read-indexes.js';

const LEASE_WAIT_MS = 5_000;
const LOOK_MS = 500;

/**
 * Builds the indexes that an interrupted long fill dropped, so that no answer has to scan whole tables. While another process fills, it
 * waits for that one to build them. `say` gets messages about long work.
 */
export async function restoreMissingIndexes(pool: Pool, say: (line: string) => void): Promise<void> {
  for (;;) {
    const missing = await missingReadIndexes(pool);
    if (missing.length === 0) return;
    say(`indexes that a fill has dropped are missing: ${missing.join(', ')}`);
    try {
      const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
      try {
        await restoreReadIndexes(pool, (name, done, total) =>
          say(`building index ${name} (${done + 1} of ${total})`),
        );
      } finally {
        lease.release();
      }
    } catch (error) {
      if (!(error instanceof LeaseRefused)) throw error;
      say(`waiting for the other writer: ${error.message}`);
    }
  }
}

/** Waits until another process has built them. Writes nothing. */
export async function awaitMissingIndexes(pool: Pool, say: (line: string) => void): Promise<void> {
  let said = '';
  for (;;) {
    const missing = (await missingReadIndexes(pool)).join(', ');
    if (missing === '') return;
    if (missing !== said) say(`indexes are missing until a fill ends: ${missing}`);
    said = missing;
    await setTimeout(LOOK_MS);
  }
}
