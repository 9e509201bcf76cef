import type { Pool } from 'pg';
import { JSON_READY } from '../platform/postgres/json-ready.js';

const BEHIND = `
SELECT name, log."end" - coalesce(position, 0) AS behind, log."end"
FROM (SELECT coalesce(max(position), 0) AS "end" FROM chain_event) log, unnest($1::text[]) asked (name) LEFT JOIN checkpoint ON reader = name ORDER BY name`;

/** How far a reader of the log is. */
export interface ReaderPosition {
  readonly name: string;
  /** Events that it has not taken in. */
  readonly behind: number;
  /** The position of the last event of the log. */
  readonly end: number;
}

/** One row for each of these readers, also for one that has not begun. */
export async function readerPositions(
  pool: Pool,
  readers: readonly string[],
): Promise<readonly ReaderPosition[]> {
  const { rows } = await pool.query<ReaderPosition>({
    name: 'positions of readers',
    text: BEHIND,
    values: [readers],
    types: JSON_READY,
  });
  return rows;
}
