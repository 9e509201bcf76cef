import type { Pool, PoolClient } from 'pg';

const HOLDERS = `
FROM pg_locks JOIN pg_database ON pg_database.oid = database
WHERE locktype = 'advisory' AND granted AND datname = current_database() AND objsubid = 1
  AND (classid::int8 << 32 | objid::int8) = $1`;
const COUNT = `SELECT count(*) AS held ${HOLDERS}`;
const HELD = `SELECT EXISTS (SELECT 1 ${HOLDERS}) AS held`;
const HELD_HERE = `SELECT EXISTS (SELECT 1 ${HOLDERS} AND pid = pg_backend_pid()) AS held`;

/** Whether any session holds an advisory lock of this database. A standby does not see it. */
export function isLocked(db: Pool | PoolClient, key: bigint): Promise<boolean> {
  return ask(db, HELD, key);
}

/** Whether the session of this connection holds the lock. */
export function isLockedHere(tx: PoolClient, key: bigint): Promise<boolean> {
  return ask(tx, HELD_HERE, key);
}

/** How many sessions hold the lock: a shared lock may have many. A standby does not see them. */
export function countLocks(db: Pool, key: bigint): Promise<number> {
  return ask(db, COUNT, key);
}

/** Takes the lock shared with other sessions, once in the session of this connection. */
export async function lockShared(tx: PoolClient, key: bigint): Promise<void> {
  if (!(await isLockedHere(tx, key))) await tx.query('SELECT pg_advisory_lock_shared($1)', [key]);
}

async function ask<Answer>(db: Pool | PoolClient, sql: string, key: bigint): Promise<Answer> {
  const { rows } = await db.query<{ held: Answer }>(sql, [key]);
  return rows[0]!.held;
}
