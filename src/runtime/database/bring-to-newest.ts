import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';
import { LeaseRefused, WriterLease } from '../../event-store/writer-lease.js';
import { sayIfSlow } from '../../platform/log/say-if-slow.js';
import { isLocked, lockShared } from '../../platform/postgres/advisory-lock.js';
import { knownState } from '../../platform/postgres/migration-state.js';
import { restoreReadIndexes } from '../../platform/postgres/read-indexes.js';

/**
 * `apply` brings the database to the newest migration; `expect` refuses an older database; `await` waits until
 * another process has brought it to the newest.
 */
export type Migrations = 'apply' | 'expect' | 'await';

/** A writer that has just been stopped or killed is gone within this time. */
const LEASE_WAIT_MS = 5_000;

const LOOK_MS = 500;

/**
 * Key of the advisory lock by which others tell a process that migrates from a service that writes. Any
 * unused number.
 */
const MIGRATING = 0x6d69677261746500n;

/** The migration without which there can be no writer. It is not the first. */
const WRITER_EPOCH = 'CreateEventStore1795132800001';

/** The migration that makes the table in which dropped indexes are kept. */
const DEFERRED_INDEX = 'CreateDeferredIndex1795219200004';

/**
 * Brings the database to this version; returns the migrations applied just now. A database with a writer is not changed. Throws an error
 * with instructions.
 */
export async function bringToNewest(
  pool: Pool,
  url: string,
  migrations: Migrations,
  say: (line: string) => void = () => undefined,
): Promise<readonly string[]> {
  const { missing, fresh } = await knownState(pool);
  if (missing.length === 0) return [];
  if (migrations === 'await') {
    const state = fresh ? 'is empty' : `is of an older version, without ${missing.join(', ')}`;
    say(`not answering yet: the database ${state}: waiting for a process that writes, of this version`);
    await untilNewest(pool);
    return [];
  }
  if (migrations === 'expect') {
    throw new Error(
      `the database is of an older version, without ${missing.join(', ')}: start the service of this version, or run \`migrate\``,
    );
  }
  const saying = (work: () => Promise<readonly string[]>): Promise<readonly string[]> =>
    sayIfSlow(`migrating the database (missing migrations: ${missing.length})`, say, work);
  if (missing.includes(WRITER_EPOCH)) return saying(() => migrate(url));
  const lease = await leaseToMigrate(pool, say);
  if (!lease) return [];
  return saying(() => migrateAlone(pool, url, lease, !missing.includes(DEFERRED_INDEX)));
}

async function untilNewest(pool: Pool): Promise<void> {
  while ((await knownState(pool)).missing.length > 0) await setTimeout(LOOK_MS);
}

/** Loaded only where a migration is missing. */
async function migrate(url: string): Promise<readonly string[]> {
  const migrations = await import('../../platform/postgres/migrate.js');
  return migrations.migrate(url);
}

async function migrateAlone(
  pool: Pool,
  url: string,
  lease: WriterLease,
  mayLackIndexes: boolean,
): Promise<readonly string[]> {
  const sign = await pool.connect();
  try {
    await lockShared(sign, MIGRATING);
    // Dropped indexes are built first: migrations may alter or drop what their stored definitions name.
    if (mayLackIndexes) await restoreReadIndexes(pool);
    return await migrate(url);
  } finally {
    sign.release(true);
    lease.release();
  }
}

/** Waits while another process migrates; undefined once that one has brought it to the newest. */
async function leaseToMigrate(pool: Pool, say: (line: string) => void): Promise<WriterLease | undefined> {
  for (let isSaid = false; ; ) {
    try {
      return await WriterLease.take(pool, LEASE_WAIT_MS);
    } catch (error) {
      if (!(error instanceof LeaseRefused)) throw error;
    }
    // Asked before the version: a process that ends between the two questions has brought it to the newest.
    const isMigrating = await isLocked(pool, MIGRATING);
    if ((await knownState(pool)).missing.length === 0) return undefined;
    if (!isMigrating)
      throw new Error('the database is of an older version, and a service writes to it: stop that one first');
    if (!isSaid) say('another process is bringing the database to this version: waiting for it');
    isSaid = true;
  }
}
