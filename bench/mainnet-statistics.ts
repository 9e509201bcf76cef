import type { PoolClient } from 'pg';
import { fillEmptyTables } from './fill-empty-tables.js';

/**
 * Tables that do not grow with the chain: a row per definition, family, source, reader, key, day or large bucket. All others are taken to
 * grow as transactions do, so a new table counts as one that grows.
 */
const FIXED =
  'api_key api_key_revision api_key_usage balance_layout checkpoint claim_coverage counterparty_bucket coverage deferred_index ' +
  'definition_number definition_set evaluated_range evaluation_request fact_source finality initial_states_requested migration name_pass price_coverage ' +
  'price_source proof_template publication published_binding published_definition queue_day queue_estimate reevaluation set_binding set_definition ' +
  'set_source writer_epoch';

const PAGE_BYTES = 8_192;

/**
 * Makes the planner take each growing table and its indexes for `factor` times as large as they are, until the transaction ends. It
 * multiplies the rows of a page by the pages of the file, so rows are what grows; and in a growing table distinct values grow as rows do.
 * Tables without rows are given some. Needs a superuser.
 * @returns the tables that grow, and those of them that were empty
 */
export async function pretendMainnet(
  tx: PoolClient,
  factor: number,
): Promise<{ growing: ReadonlySet<string>; empty: readonly string[] }> {
  const fixed = FIXED.split(' ');
  const { rows } = await tx.query<{ oid: number; table: string; isEmpty: boolean }>(
    `SELECT oid::int8, relname AS table, reltuples <= 0 AS "isEmpty" FROM pg_class
     WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> ALL ($1) ORDER BY relname`,
    [fixed],
  );
  const filled = new Set(rows.filter(({ isEmpty }) => !isEmpty).map(({ table }) => wholeOf(table)));
  const empty = rows.filter(({ isEmpty }) => isEmpty).map(({ table }) => table);
  await fillEmptyTables(tx, empty);
  const oids = rows.map(({ oid }) => oid);
  await tx.query(
    `UPDATE pg_class SET reltuples = least(reltuples * $2::float8, 3e37), relpages = (pg_relation_size(oid) / ${PAGE_BYTES})::int4
     WHERE reltuples > 0 AND (oid = ANY ($1::oid[]) OR oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ANY ($1::oid[])))`,
    [oids, factor],
  );
  // Kind 1 is the list of the most common values.
  const kinds = [1, 2, 3, 4, 5].map(
    (n) => `stakind${n} = CASE stakind${n} WHEN 1 THEN 0 ELSE stakind${n} END`,
  );
  await tx.query(
    `UPDATE pg_statistic SET ${kinds}, stadistinct = CASE WHEN stadistinct > 0 THEN -least(1, stadistinct * $2::float8 / reltuples) ELSE stadistinct END
     FROM pg_class, pg_attribute
     WHERE (starelid = ANY ($1::oid[]) OR relkind = 'p') AND pg_class.oid = starelid AND attrelid = starelid AND attnum = staattnum AND reltuples > 0
       AND atttypid IN ('bytea'::regtype, 'int8'::regtype, 'numeric'::regtype)`,
    [oids, factor],
  );
  return {
    growing: new Set(rows.map(({ table }) => wholeOf(table))),
    empty: [...new Set(empty.map(wholeOf))].filter((table) => !filled.has(table)),
  };
}

/** The table that a partition is of; of any other the table itself. */
export const wholeOf = (table: string): string => table.replace(/_p\d+$/, '');
