import type { Pool } from 'pg';
import { undistributedTables } from './distribute.js';
import { hasCitus, tablesOnNodes } from './tables-on-nodes.js';

/** What the rows are distributed by; absent where one server has all of them. */
export type Distributed = 'citus' | undefined;

/**
 * Throws an error with instructions where the database does not lie where the settings say: without the extension or a node for rows, or
 * filled as the other one.
 */
export async function refuseOtherDistribution(pool: Pool, distributed: Distributed): Promise<void> {
  if (distributed === undefined) {
    if ((await tablesOnNodes(pool)).length > 0)
      throw new Error('its rows lie on the nodes of a cluster: set DISTRIBUTED=citus');
    return;
  }
  if (!(await hasCitus(pool)))
    throw new Error(
      'DISTRIBUTED=citus needs the extension citus: run CREATE EXTENSION citus in it, and add its nodes by citus_add_node',
    );
  const { rows } = await pool.query<{ nodes: number }>(
    `SELECT count(*)::int AS nodes FROM pg_dist_node WHERE shouldhaveshards AND isactive AND noderole = 'primary'`,
  );
  if (rows[0]!.nodes === 0)
    throw new Error('DISTRIBUTED=citus needs a node that takes rows: add one by citus_add_node');
  const wrong = await undistributedTables(pool);
  if ((await tablesOnNodes(pool)).length === 0 && (await areFilled(pool, wrong)))
    throw new Error(
      `it was filled without DISTRIBUTED=citus, and ${wrong.join(', ')} lie on one server: ` +
        'remove the setting, or ingest into a new database',
    );
}

async function areFilled(pool: Pool, tables: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query<{ filled: boolean | null }>(
    `SELECT bool_or(pg_relation_size(part) > 0) AS filled
     FROM unnest($1::text[]) name, to_regclass(quote_ident(name)) whole,
       LATERAL (SELECT whole UNION ALL SELECT inhrelid FROM pg_inherits WHERE inhparent = whole) parts (part)`,
    [tables],
  );
  return rows[0]!.filled === true;
}
