import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../transaction.js';
import { convertFunctions } from './convert-functions.js';
import { TABLES_BY_BLOCK } from './distributed-tables.js';

const BY = 'block_number';

/**
 * Gives the rows of big tables to the nodes of the cluster, where a migration has just made the tables, and makes functions that the
 * cluster can run. Changes nothing where that was done; runs after every migration, which may have made a table or function anew.
 */
export async function distribute(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    await tx.query('SET LOCAL client_min_messages = error');
    await tx.query(`SELECT pg_advisory_xact_lock(hashtext('distribute'))`);
    for (const table of await undistributedTables(tx)) {
      const [first] = await distributedTables(tx);
      await tx.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
        table,
        BY,
        first ?? 'none',
      ]);
    }
    await convertFunctions(tx);
  });
}

/** Those that lie on the nodes. */
export async function distributedTables(db: Pool | PoolClient): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = current_schema()::regnamespace AND partmethod = 'h' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Those that should and do not, without those that no migration has made yet. */
export async function undistributedTables(db: Pool | PoolClient): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name
     WHERE to_regclass(quote_ident(name)) IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass(quote_ident(name))) ORDER BY 1`,
    [TABLES_BY_BLOCK],
  );
  return rows.map(({ name }) => name);
}
