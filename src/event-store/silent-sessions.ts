import type { Pool } from 'pg';

/** As `pg_stat_activity` names the sessions of other processes that work for the writer, and hold rows that it needs. */
export const EVALUATOR_SESSION = 'chainproof-evaluator';
export const FETCHER_SESSION = 'chainproof-fetcher';

/** A client sends everything when a statement begins, so a session that waits longer has lost its client. */
const SILENCE = '30 seconds';

/**
 * Ends sessions whose process froze, or whose machine was lost, within a statement: while PostgreSQL waits for the rows of a COPY, no limit
 * of time of its own holds. It does not see sessions of other users.
 */
export async function endSilentSessions(pool: Pool): Promise<void> {
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = ANY($1) AND state = 'active'
       AND wait_event_type = 'Client' AND query_start < now() - interval '${SILENCE}'`,
    [[EVALUATOR_SESSION, FETCHER_SESSION]],
  );
}
