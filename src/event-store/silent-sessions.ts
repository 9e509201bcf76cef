import type { Pool } from 'pg';

/** `application_name` of other processes that work for the writer and may hold locks that it needs. */
export const EVALUATOR_SESSION = 'chainproof-evaluator';
export const FETCHER_SESSION = 'chainproof-fetcher';

/** A client sends a statement whole. A session that waits for its client longer than this has lost it. */
const SILENCE = '30 seconds';

/**
 * Ends sessions whose process froze, or whose machine was lost, within a statement: no timeout of PostgreSQL
 * applies while it waits for the rows of a COPY. Sessions of other database users are not visible and stay.
 */
export async function endSilentSessions(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY($1) AND state = 'active'
       AND wait_event_type = 'Client' AND query_start < now() - interval '${SILENCE}'`,
    [[EVALUATOR_SESSION, FETCHER_SESSION]],
  );
}
