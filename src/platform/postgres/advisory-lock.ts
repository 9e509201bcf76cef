import type { Pool, PoolClient } from 'pg';

const held = (session: string): string => `
SELECT EXISTS (
  SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = database
  WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
    AND (classid::int8 << 32 | objid::int8) = $1 ${session}
) AS held`;
const HELD = held('');
const HELD_HERE = held('AND pid = pg_backend_pid()');

/** Whether any session holds an advisory lock of this database. A standby does not see it. */
export function isLocked(db: Pool | PoolClient, key: bigint): Promise<boolean> {
  return ask(db, HELD, key);
}

/** Whether the session of this connection holds it. */
export function isLockedHere(tx: PoolClient, key: bigint): Promise<boolean> {
  return ask(tx, HELD_HERE, key);
}

async function ask(db: Pool | PoolClient, sql: string, key: bigint): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>(sql, [key]);
  return rows[0]!.held;
}
