import { setTimeout } from 'node:timers/promises';
import type { Pool } from 'pg';

/**
 * After a failover the primary may be in recovery itself. It counts as present all the same, and may be
 * ahead.
 */
const PRIMARY = `
SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_lsn() END)::text AS written,
       (SELECT max(number) FROM canonical_block) AS head, (SELECT system_identifier::text FROM pg_control_system()) AS system`;

const STANDBY = `
SELECT pg_is_in_recovery() AS "isStandby", (SELECT max(number) FROM canonical_block) AS head,
       (SELECT system_identifier::text FROM pg_control_system()) AS system,
       greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::int8 AS bytes`;

/** The timeline that a server writes; null on a standby. A promoted standby begins another. */
const TIMELINE = `
SELECT CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END AS timeline`;

/** A primary that takes longer than this counts as away: callers of the readiness check do not wait longer. */
const PATIENCE_MS = 1_000;

interface PrimaryRow {
  readonly written: string;
  readonly head: number | null;
  readonly system: string;
}

interface TimelineRow {
  readonly timeline: string | null;
}

interface StandbyRow {
  readonly isStandby: boolean;
  readonly head: number | null;
  readonly system: string;
  readonly bytes: number | null;
}

/** What a standby has not replayed yet. */
export interface StandbyLag {
  readonly blocks: number;
  /** Of the write-ahead log. */
  readonly bytes: number;
}

/**
 * How far a standby is behind its primary; undefined while the primary is away, because it cannot be measured
 * then.
 *
 * @throws Error if the server is no standby, is a standby of another server, or is away itself
 */
export async function standbyLag(standby: Pool, primary: Pool): Promise<StandbyLag | undefined> {
  // Asked first: what is written in between would make the standby seem ahead, never behind.
  const ahead = await ofPrimary<PrimaryRow>(primary, PRIMARY);
  const { rows } = await standby.query<StandbyRow>(STANDBY, [ahead?.written ?? null]);
  const { isStandby, head, system, bytes } = rows[0]!;
  if (!isStandby) throw new Error('the server at DATABASE_READ_URL is no standby, or none any more');
  if (!ahead) return undefined;
  if (system !== ahead.system) throw new Error('DATABASE_READ_URL is no standby of DATABASE_URL');
  return { blocks: Math.max((ahead.head ?? -1) - (head ?? -1), 0), bytes: bytes ?? 0 };
}

/**
 * Whether a standby was promoted while its primary goes on: it gets nothing any more, and the primary may
 * have replaced what it has. False while the primary is away.
 */
export async function isForked(standby: Pool, primary: Pool): Promise<boolean> {
  const { rows } = await standby.query<TimelineRow>(TIMELINE);
  const { timeline } = rows[0]!;
  if (timeline === null) return false;
  const other = (await ofPrimary<TimelineRow>(primary, TIMELINE))?.timeline ?? null;
  return other !== null && other !== timeline;
}

/** The row; undefined while the primary is away. */
async function ofPrimary<Row extends object>(primary: Pool, text: string): Promise<Row | undefined> {
  const asked = primary.query<Row>(text).then(
    ({ rows }) => rows[0],
    () => undefined,
  );
  return Promise.race([asked, setTimeout(PATIENCE_MS, undefined, { ref: false })]);
}
