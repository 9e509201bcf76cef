import type { Pool } from 'pg';
import { WriterLease } from '../../event-store/writer-lease.js';
import type { Config } from '../../platform/config/config.js';
import { openDatabase } from './open-database.js';
import { takeServiceLock } from './service-lock.js';

/** A remaining writer has the database open from elsewhere, possibly for long. */
const LEASE_WAIT_MS = 1_000;

/**
 * Does work that half-done tables come of. A service of this directory must not answer meanwhile, one whose node is away and that
 * writes nothing included; throws at once where one runs.
 */
export async function withServiceStopped(config: Config, work: (pool: Pool) => Promise<void>): Promise<void> {
  const release = await takeServiceLock(config);
  try {
    const database = await openDatabase(config, 'apply');
    try {
      await work(database.pool);
    } finally {
      await database.close();
    }
  } finally {
    release();
  }
}

/** The same as the only writer of the event log and what is folded from it. */
export function asOnlyWriter(
  config: Config,
  work: (pool: Pool, lease: WriterLease) => Promise<void>,
): Promise<void> {
  return withServiceStopped(config, async (pool) => {
    const lease = await WriterLease.take(pool, LEASE_WAIT_MS);
    try {
      await work(pool, lease);
    } finally {
      lease.release();
    }
  });
}
