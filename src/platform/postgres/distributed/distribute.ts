import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '../transaction.js';
import { convertFunctions } from './convert-functions.js';
import { DISTRIBUTED_TABLES, TABLES_BY_COLUMN } from './distributed-tables.js';
import { columnsOnNodes } from './tables-on-nodes.js';

/**
 * Moves the rows of big tables to the nodes of the cluster, where a migration has just made the tables, and
 * makes functions that the cluster can run. Changes nothing where that was done. Runs after every migration,
 * because it may have made a table or function anew.
 */
export async function distribute(pool: Pool): Promise<void> {
  while (await distributeOne(pool));
  await inTransaction(pool, async (tx) => {
    await lock(tx);
    await convertFunctions(tx);
  });
}

/**
 * Distributes one table in a transaction of its own, so that an interrupted start continues with the next
 * table.
 */
function distributeOne(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    await lock(tx);
    const local = await undistributedTables(tx);
    const columns = await columnsOnNodes(tx);
    for (const [column, tables] of Object.entries(TABLES_BY_COLUMN)) {
      const table = tables.find((one) => local.includes(one) || (columns.get(one) ?? column) !== column);
      if (table === undefined) continue;
      const together = tables.find((one) => columns.get(one) === column) ?? 'none';
      if (local.includes(table)) await toNodes(tx, table, column, together);
      else await tx.query(MOVE, [table, column, together]);
      return true;
    }
    return false;
  });
}

/** For a table that an older version distributed by another column. */
const MOVE = 'SELECT alter_distributed_table($1::regclass, distribution_column => $2, colocate_with => $3)';

async function toNodes(tx: PoolClient, table: string, column: string, together: string): Promise<void> {
  await dropTriggers(tx, table);
  await tx.query('SELECT create_distributed_table($1::regclass, $2, colocate_with => $3)', [
    table,
    column,
    together,
  ]);
  // The copied rows would remain at the coordinator, where nobody sees them.
  await tx.query('SELECT truncate_local_data_after_distributing_table($1::regclass)', [table]);
}

async function lock(tx: PoolClient): Promise<void> {
  await tx.query('SET LOCAL client_min_messages = warning');
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('distribute'))`);
}

/** A cluster refuses triggers on distributed tables. */
async function dropTriggers(tx: PoolClient, table: string): Promise<void> {
  const { rows } = await tx.query<{ statement: string }>(
    `SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS statement FROM pg_trigger
     WHERE (tgrelid = $1::regclass OR tgrelid IN (SELECT inhrelid FROM pg_inherits WHERE inhparent = $1::regclass)) AND NOT tgisinternal`,
    [table],
  );
  for (const { statement } of rows) await tx.query(statement);
}

/** Tables that should be distributed and are not, without those that no migration has made yet. */
export async function undistributedTables(db: Pool | PoolClient): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name
     WHERE to_regclass(quote_ident(name)) IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM pg_dist_partition WHERE logicalrelid = to_regclass(quote_ident(name))) ORDER BY 1`,
    [DISTRIBUTED_TABLES],
  );
  return rows.map(({ name }) => name);
}
