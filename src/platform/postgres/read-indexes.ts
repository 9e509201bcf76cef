import type { Pool } from 'pg';
import { inTransaction } from './transaction.js';

/** How far building indexes has come: `name` is about to be built, after `done` of `total`. */
export type IndexProgress = (name: string, done: number, total: number) => void;

/**
 * Drops every index that is neither unique, nor of the block number alone, nor named `…_lookup`: such indexes only serve reads, and
 * maintaining them during a bulk load costs far more than building them once at the end. Writers find their rows by the others. Definitions
 * are stored in the same transaction, so a kill loses none. Returns their names, without those dropped before. Throws when a table cannot be
 * locked in time.
 */
export async function dropReadIndexes(pool: Pool): Promise<string[]> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ name: string; drop: string }>(`
      WITH read_index AS (
        SELECT c.oid, c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = current_schema()::regnamespace AND NOT i.indisunique AND NOT i.indisexclusion
          AND pg_get_indexdef(i.indexrelid) NOT LIKE '% USING btree (block_number)' AND c.relname NOT LIKE '%\\_lookup'
      ), kept AS (
        INSERT INTO deferred_index (name, definition) SELECT name, pg_get_indexdef(oid) FROM read_index RETURNING name
      )
      SELECT name, format('DROP INDEX %I', name) AS drop FROM kept ORDER BY name`);
    for (const { drop } of rows) await tx.query(drop);
    return rows.map(({ name }) => name);
  });
}

/** Names of the indexes that were dropped and not built again yet. */
export async function missingReadIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM deferred_index ORDER BY name');
  return rows.map(({ name }) => name);
}

/**
 * Builds the dropped indexes again, each in a transaction of its own: what is broken off is continued by the next call. Of several
 * callers each index is built by one, and all of them return only when none is missing.
 */
export async function restoreReadIndexes(
  pool: Pool,
  progress: IndexProgress = () => undefined,
): Promise<void> {
  const names = await missingReadIndexes(pool);
  for (const [done, name] of names.entries()) {
    progress(name, done, names.length);
    await inTransaction(pool, async (tx) => {
      // Another caller may be at this very index, and take as long as it takes.
      await tx.query('SET LOCAL lock_timeout = 0');
      const { rows } = await tx.query<{ definition: string }>(
        'DELETE FROM deferred_index WHERE name = $1 RETURNING definition',
        [name],
      );
      if (rows[0]) await tx.query(rows[0].definition);
    });
  }
}
