import type { Pool, PoolClient } from 'pg';

/** Tables whose rows lie on the nodes of a cluster; none without the extension. */
export async function tablesOnNodes(db: Pool | PoolClient): Promise<string[]> {
  return [...(await columnsOnNodes(db)).keys()];
}

/** The column that names the shard of a row, by the name of the table. */
export async function columnsOnNodes(db: Pool | PoolClient): Promise<ReadonlyMap<string, string>> {
  if (!(await hasCitus(db))) return new Map();
  const { rows } = await db.query<{ name: string; column: string }>(
    `SELECT relname AS name, column_to_column_name(logicalrelid, partkey) AS column
     FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid
     WHERE relnamespace = current_schema()::regnamespace AND partmethod = 'h' AND NOT relispartition ORDER BY 1`,
  );
  return new Map(rows.map(({ name, column }) => [name, column]));
}

export async function hasCitus(db: Pool | PoolClient): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount === 1;
}
