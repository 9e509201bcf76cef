import type { Pool } from 'pg';
import { LeaseRefused, WriterLease } from '../event-store/writer-lease.js';
import { missingReadIndexes, restoreReadIndexes } from '../platform/postgres/read-indexes.js';

const LEASE_WAIT_MS = 5_000;

/**
 * Builds the indexes that a long fill dropped and did not live to build again, so that no answer has to read whole tables for want of
 * them. While another process fills, that one will build them, and is waited for. `say` is told of work that takes time.
 */
export async function restoreMissingIndexes(pool: Pool, say: (line: string) => void): Promise<void> {
  for (;;) {
    const missing = await missingReadIndexes(pool);
    if (missing.length === 0) return;
    say(`not answering yet: indexes that a fill has dropped are missing: ${missing.join(', ')}`);
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
