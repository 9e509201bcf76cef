import type { Pool, PoolClient } from 'pg';
import { MIGRATIONS, migrationFiles, migrationName } from './migration-files.js';

/** How a database compares with the migrations of this checkout, by their names. */
export interface MigrationState {
  /** Not applied yet. */
  readonly missing: readonly string[];
  /** Applied by a newer version of this program. */
  readonly unknown: readonly string[];
  /** Whether none was ever applied. */
  readonly fresh: boolean;
}

/** Compares without changing anything, and without loading TypeORM, which takes most of a short command's time. */
export async function migrationState(pool: Pool | PoolClient): Promise<MigrationState> {
  const applied = await appliedNames(pool);
  const known = (await migrationFiles(MIGRATIONS)).map(migrationName);
  return {
    missing: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
    fresh: applied.length === 0,
  };
}

/** The same for a database of this version or an older one. @throws Error naming what a newer one has brought */
export async function knownState(pool: Pool | PoolClient): Promise<MigrationState> {
  const state = await migrationState(pool);
  if (state.unknown.length > 0)
    throw new Error(
      `the database is of a newer version, with ${state.unknown.join(', ')}: update this program`,
    );
  return state;
}

async function appliedNames(pool: Pool | PoolClient): Promise<string[]> {
  const table = await pool.query<{ exists: boolean }>(
    `SELECT to_regclass('migration') IS NOT NULL AS exists`,
  );
  if (!table.rows[0]?.exists) return [];
  const { rows } = await pool.query<{ name: string }>('SELECT name FROM migration ORDER BY id');
  return rows.map(({ name }) => name);
}
