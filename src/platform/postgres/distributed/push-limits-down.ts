import type { PoolClient } from 'pg';

/**
 * Functions that read the newest rows up to a limit, with what belongs to them, and of these the newest. The newest of all are among the newest of
 * each shard, so a shard may take its own: each is asked once, where a cluster would bring the inner rows to the coordinator and ask again.
 */
export const NEWEST_OF_SHARDS: readonly string[] = [
  'internal_transfers_of',
  'last_received',
  'last_transfer',
  'logs_of',
  'transactions_of',
  'transfer_rows_of',
  'transfer_rows_of_token',
  'transfers_of',
  'transfers_of_token',
];

/**
 * INVARIANT: with the setting a cluster does not check whether the shards' limits give the limit of all. It gives notice of that at each
 * call, so notices are off.
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
