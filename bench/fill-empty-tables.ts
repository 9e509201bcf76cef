import type { PoolClient } from 'pg';
import { PARTITION_BLOCKS } from '../src/platform/postgres/partitions/partitioned-tables.js';

const ROWS = 1_000;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Fills tables with rows of arbitrary values, so that there is something to plan with. Their checks are gone until the transaction ends.
 * @param tables without rows
 */
export async function fillEmptyTables(tx: PoolClient, tables: readonly string[]): Promise<void> {
  await tx.query('SET LOCAL session_replication_role = replica');
  const { rows: checks } = await tx.query<{ table: string; name: string }>(
    `SELECT relname AS table, conname AS name FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
     WHERE contype = 'c' AND relname = ANY ($1)`,
    [tables],
  );
  for (const { table, name } of checks) await tx.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  const { rows: columns } = await tx.query<Column>(
    `SELECT relname AS table, attname AS name, format_type(atttypid, NULL) AS type
     FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relname = ANY ($1) AND relkind = 'r' AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [tables],
  );
  for (const table of tables) {
    const own = columns.filter((column) => column.table === table);
    await tx.query(
      `INSERT INTO ${table} (${own.map(({ name }) => `"${name}"`).join()}) OVERRIDING SYSTEM VALUE
       SELECT ${own.map(exampleOf).join()} FROM generate_series(1, ${ROWS}) n`,
    );
    await tx.query(`ANALYZE ${table}`);
  }
}

/** Another one in each row, where the type has so many. */
function exampleOf({ table, name, type }: Column): string {
  const partition = /_p(\d+)$/.exec(table)?.[1];
  if (partition !== undefined && name === 'block_number') return `${partition} * ${PARTITION_BLOCKS} + n`;
  if (type === 'bytea') return 'substring(sha256(int4send(n)) FOR 20)';
  if (type === 'text') return "'text ' || n";
  if (type === '"char"') return 'chr(97 + n % 26)::"char"';
  if (type === 'uuid') return 'gen_random_uuid()';
  if (type.startsWith('json')) return `'{}'::${type}`;
  if (type === 'boolean') return 'n % 2 = 0';
  if (type.startsWith('timestamp')) return "now() + n * interval '1 second'";
  if (type.endsWith('[]') || type.endsWith('multirange')) return `'{}'::${type}`;
  return `n::${type}`;
}
