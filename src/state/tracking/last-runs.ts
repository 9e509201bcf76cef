import type { Pool, PoolClient } from 'pg';
import { toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { StatePlace } from '../history/state-history.js';
import { placeOf } from './last-reads.js';
import type { TrackedCall } from './tracked-run.js';

/** Runs that are passed over at once, at most. */
const MAX_PASSED = 10_000;

/** `page` has the last run of each call among those above number $1, at most $2 of them, and `ended` the number up to which runs were passed. */
const LAST_RUNS = `
WITH passed AS (
  SELECT id, contract, data, since_block, outcome, output FROM tracked_run WHERE id > $1 ORDER BY id LIMIT ${MAX_PASSED}
),
page AS (
  SELECT id, contract, data, since_block, outcome, output FROM passed run WHERE outcome IN ('returned', 'reverted') AND NOT EXISTS (
    SELECT FROM tracked_run later
    WHERE later.contract = run.contract AND later.data = run.data AND later.since_block > run.since_block)
  ORDER BY id LIMIT $2
),
ended AS (SELECT CASE count(*) WHEN $2 THEN max(id) ELSE (SELECT max(id) FROM passed) END AS last FROM page)`;

const PLACES = `
${LAST_RUNS}
SELECT DISTINCT address, kind, slot, last FROM ended LEFT JOIN (page JOIN tracked_read ON run_id = id) ON true`;

const RUNS = `
${LAST_RUNS}
SELECT last, id, page.contract, page.data, since_block AS block, outcome, output, address, kind, encode(slot, 'hex') AS slot
FROM ended LEFT JOIN (page JOIN tracked_read ON run_id = id) ON true ORDER BY id`;

/** A row of `tracked_place`. */
export interface LastRunPlaceRow {
  readonly address: Buffer;
  readonly kind: 's' | 'c' | 'a';
  readonly slot: Buffer;
}

/** The last run of a call gives its current result. */
export interface LastRun extends TrackedCall {
  readonly id: number;
  /** The block from which on it holds. */
  readonly block: number;
  readonly outcome: 'returned' | 'reverted';
  readonly output: Buffer;
  readonly places: readonly StatePlace[];
}

interface RunRow extends Omit<LastRunPlaceRow, 'slot'> {
  readonly last: string | null;
  /** Null where the page is empty, as all that follows. */
  readonly id: string | null;
  readonly contract: Buffer;
  readonly data: Buffer;
  readonly block: number;
  readonly outcome: 'returned' | 'reverted';
  readonly output: Buffer;
  readonly slot: string;
}

/** Number of the newest run; 0 where there is none. */
export async function newestRun(db: Pool | PoolClient): Promise<number> {
  const { rows } = await db.query<{ newest: string }>(
    'SELECT coalesce(max(id), 0) AS newest FROM tracked_run',
  );
  return Number(rows[0]!.newest);
}

/** What last runs numbered above `above` read, each place once; without `last` when none follow. */
export async function placesOfLastRuns(
  db: Pool | PoolClient,
  above: number,
  runs: number,
): Promise<{ readonly rows: readonly LastRunPlaceRow[]; readonly last?: number }> {
  const { rows } = await db.query<LastRunPlaceRow & { readonly last: string | null }>({
    name: 'page of tracked places',
    text: PLACES,
    values: [above, runs],
  });
  const last = rows[0]?.last;
  return last == null ? { rows: [] } : { rows: rows.filter(({ address }) => address), last: Number(last) };
}

/** Last runs numbered above `above`; without `last` when none follow. */
export async function lastRuns(
  db: Pool,
  above: number,
  most: number,
): Promise<{ readonly runs: readonly LastRun[]; readonly last?: number }> {
  const { rows } = await db.query<RunRow>({ name: 'page of last runs', text: RUNS, values: [above, most] });
  const last = rows[0]?.last;
  if (last == null) return { runs: [] };
  const runs = new Map<string, LastRun & { readonly places: StatePlace[] }>();
  for (const row of rows) {
    if (row.id === null) continue;
    const run = runs.get(row.id) ?? runOf(row, row.id);
    run.places.push(placeOf(row));
    runs.set(row.id, run);
  }
  return { runs: [...runs.values()], last: Number(last) };
}

function runOf({ contract, data, block, outcome, output }: RunRow, id: string) {
  const call = { contract: toHex(contract) as Address, data };
  return { ...call, id: Number(id), block: Number(block), outcome, output, places: [] as StatePlace[] };
}
