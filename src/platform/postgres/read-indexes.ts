import type { Pool, PoolClient } from 'pg';
import { inTransaction } from './transaction.js';

/** How far building indexes has come: `name` is about to be built, after `done` of `total`. */
export type IndexProgress = (name: string, done: number, total: number) => void;

/** Tables that lose their indexes. */
export interface FilledTables {
  /** Whether tables that are not divided by ranges of blocks lose theirs. */
  readonly undivided: boolean;
  /** Numbers of the partitions that lose theirs, in every divided table. */
  readonly partitions: readonly number[];
}

/** Stored in place of a definition for an index that is kept and built anew. */
const SORT = 'REINDEX INDEX';

/**
 * Drops every index that is neither unique, nor of the block number alone, nor named `…_lookup`: such indexes
 * only serve reads, and maintaining them during a bulk load costs far more than building them once at the
 * end. Writers find their rows by the indexes that are kept. Of these, the ones that do not begin with the
 * number of a block, an event or a row are filled in random order, which leaves a third of them empty, so
 * they are built anew at the end. The index of a divided table itself stays, with its parts in the
 * partitions. Definitions are stored in the same transaction, so a kill loses none. Returns the names of the
 * dropped ones, without those dropped before. Throws when a table cannot be locked in time.
 *
 * @param filled all tables where left out
 */
export function dropReadIndexes(pool: Pool, filled?: FilledTables): Promise<string[]> {
  return inTransaction(pool, (tx) => dropReadIndexesIn(tx, filled));
}

/** Like `dropReadIndexes`, in a transaction of the caller. */
export async function dropReadIndexesIn(tx: PoolClient, filled?: FilledTables): Promise<string[]> {
  const { rows } = await tx.query<{ name: string; drop: string }>(
    `
      WITH of_schema AS (
        SELECT c.oid, c.relname AS name, i.indisunique OR i.indisexclusion OR pg_get_indexdef(c.oid) LIKE '% USING btree (block_number)'
                 OR c.relname LIKE '%\\_lookup' AS is_kept,
               am.amname = 'btree' AND coalesce(led.attname !~ '(block|number|position|id)$', true) AS is_random
        FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_am am ON am.oid = c.relam
        JOIN pg_class t ON t.oid = i.indrelid
        LEFT JOIN pg_attribute led ON led.attrelid = i.indrelid AND led.attnum = i.indkey[0] AND led.attnum > 0
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind = 'i' AND NOT c.relispartition
          AND CASE WHEN t.relispartition THEN coalesce(substring(t.relname from '_p(\\d+)$')::int8 = ANY ($2), true) ELSE coalesce($1, true) END
      ), sorted AS (
        INSERT INTO deferred_index (name, definition) SELECT name, format('${SORT} %I', name) FROM of_schema WHERE is_kept AND is_random
        ON CONFLICT DO NOTHING
      ), dropped AS (
        INSERT INTO deferred_index (name, definition) SELECT name, pg_get_indexdef(oid) FROM of_schema WHERE NOT is_kept RETURNING name
      )
      SELECT name, format('DROP INDEX %I', name) AS drop FROM dropped ORDER BY name`,
    [filled?.undivided, filled?.partitions],
  );
  for (const { drop } of rows) await tx.query(drop);
  return rows.map(({ name }) => name);
}

/** Names of the indexes that were dropped and not built again yet. */
export async function missingReadIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT name FROM deferred_index WHERE definition NOT LIKE '${SORT} %' ORDER BY name`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Kept indexes come first: as long as others are missing, the next caller continues with the kept ones too.
 * Building one anew locks out readers of its table, so kept indexes of small tables stay as they are. On a
 * cluster an index that is empty at the coordinator may have entries on the nodes, which build theirs anew.
 */
const DEFERRED = `
SELECT name FROM deferred_index, pg_relation_size(to_regclass(quote_ident(name))) bytes
WHERE definition NOT LIKE '${SORT} %' OR bytes > $1
   OR bytes <= $2 AND EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')
ORDER BY definition LIKE '${SORT} %' DESC, name`;
const LEAST_SORTED_BYTES = 1 << 18;
/** The size of a B-tree without entries. */
const EMPTY_BYTES = 1 << 13;

/**
 * Builds the dropped indexes again, and builds anew those that were filled in random order, each in a
 * transaction of its own: the next call continues an interrupted one. Several callers share the indexes, and
 * all of them return only when none is missing.
 *
 * @param partition builds the indexes of this partition alone
 */
export async function restoreReadIndexes(
  pool: Pool,
  progress: IndexProgress = () => undefined,
  partition?: number,
): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(DEFERRED, [LEAST_SORTED_BYTES, EMPTY_BYTES]);
  const deferred = rows.filter(({ name }) => partition === undefined || name.includes(`_p${partition}_`));
  for (const [done, { name }] of deferred.entries()) {
    progress(name, done, deferred.length);
    await inTransaction(pool, async (tx) => {
      // Another caller may be building this index, which may take any time.
      await tx.query('SET LOCAL lock_timeout = 0');
      const { rows } = await tx.query<{ definition: string }>(
        'DELETE FROM deferred_index WHERE name = $1 RETURNING definition',
        [name],
      );
      if (rows[0]) await tx.query(rows[0].definition);
    });
  }
}
