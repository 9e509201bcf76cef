import type { Pool, PoolClient } from 'pg';

/** Tables whose rows lie on the nodes of a cluster; none without the extension. */
export async function tablesOnNodes(db: Pool | PoolClient): Promise<string[]> {
  if (!(await hasCitus(db))) return [];
  const { rows } = await db.query<{ name: string }>(
    `SELECT relname AS name FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = current_schema()::regnamespace AND partmethod = 'h' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

export async function hasCitus(db: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}
