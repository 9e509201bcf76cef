import type { PoolClient } from 'pg';

/**
 * Functions that read the newest rows up to a limit, join what belongs to them, and take the newest of the
 * result. The newest of all are among the newest of each shard, so a shard may apply the limit itself. Then
 * each shard is asked once; otherwise a cluster would bring the inner rows to the coordinator and ask again.
 */
export const NEWEST_OF_SHARDS: readonly string[] = [
  'internal_transfers_of',
  'last_transfer',
  'logs_of',
  'transactions_of',
  'transfer_rows_of',
  'transfer_rows_of_token',
  'transfers_of',
  'transfers_of_token',
];

/**
 * INVARIANT: with this setting a cluster does not check that the shards' limits give the overall limit. It
 * says so in a notice at each call, so notices are off.
 */
const UNSET = `
SELECT format('ALTER FUNCTION %s SET client_min_messages = warning', oid::regprocedure) AS quiet,
       format('ALTER FUNCTION %s SET citus.subquery_pushdown = on', oid::regprocedure) AS pushed
FROM pg_proc WHERE pronamespace = current_schema()::regnamespace AND proname = ANY ($1) AND proconfig IS NULL ORDER BY proname`;

export async function pushLimitsDown(tx: PoolClient): Promise<void> {
  const { rows } = await tx.query<{ quiet: string; pushed: string }>(UNSET, [NEWEST_OF_SHARDS]);
  for (const { quiet, pushed } of rows) {
    await tx.query(quiet);
    await tx.query(pushed);
  }
}
