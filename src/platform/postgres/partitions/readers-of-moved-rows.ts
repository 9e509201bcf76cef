import { setTimeout } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { ANSWERING_SESSION } from '../pool.js';

/** Longer than a request waits for a lock or an answer. */
const PATIENCE_MS = 60_000;
const LOOK_MS = 100;

/**
 * @throws Error where a process that answers requests is connected: it and each step would wait for one
 * another.
 */
export async function refuseAnswering(tx: PoolClient): Promise<void> {
  const { rowCount } = await tx.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1`,
    [ANSWERING_SESSION],
  );
  if (rowCount !== 0)
    throw new Error('a process answers requests from this database: stop all of them first');
}

/**
 * Waits until no other session reads. Call it before committing a transaction that has locked the tables and
 * moved rows between partitions: a reader with an older snapshot would find the new partitions without the
 * rows that were moved there.
 *
 * @throws Error after a minute
 */
export async function untilNobodyReads(tx: PoolClient): Promise<void> {
  for (const until = performance.now() + PATIENCE_MS; ; await setTimeout(LOOK_MS)) {
    // Otherwise PostgreSQL shows a transaction the same sessions at each look.
    await tx.query('SELECT pg_stat_clear_snapshot()');
    const { rows } = await tx.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
       WHERE datname = current_database() AND backend_type = 'client backend' AND backend_xmin IS NOT NULL
         AND pid <> pg_backend_pid() LIMIT 1`,
    );
    if (!rows[0]) return;
    if (performance.now() > until)
      throw new Error(
        `the session with process id ${rows[0].pid} of PostgreSQL reads from this database: end it first`,
      );
  }
}
