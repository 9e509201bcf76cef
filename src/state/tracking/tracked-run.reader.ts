import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { StatePlace } from '../history/state-history.js';
import { columnsOf } from './place-columns.js';
import { DECLARATIONS } from './tracked-calls.js';
import type { Rerun, TrackedCall } from './tracked-run.js';

/**
 * One index step for each of thousands: to plan an array of them takes longer than to look them up. The sum
 * keeps the planner from the index of blocks, which would read all runs of the span for each.
 */
const WITH_RUNS = `
SELECT asked.contract FROM unnest($1::bytea[]) AS asked (contract)
WHERE EXISTS (
  SELECT FROM tracked_run run
  WHERE run.contract = asked.contract AND data = ANY($4) AND since_block + 0 BETWEEN $2 AND $3 OFFSET 0)`;

/**
 * A node's answer about an account in a block without ommers holds in that block alone, so the block above
 * makes the runs that read it run again. As in `affected_runs`, one index step for each call that ever read
 * one.
 */
const AFFECTED = `
WITH RECURSIVE walked AS (
  (SELECT address, call, run_id FROM tracked_place
   WHERE kind = 'a' AND NOT EXISTS (SELECT FROM coverage WHERE family = 'ommers' AND ranges @> $1::int8 - 1)
   ORDER BY address, slot, call LIMIT 1)
  UNION ALL
  SELECT next.* FROM walked CROSS JOIN LATERAL (
    SELECT address, call, run_id FROM tracked_place place
    WHERE kind = 'a' AND (place.address, place.slot, place.call) > (walked.address, ''::bytea, walked.call)
    ORDER BY place.address, place.slot, place.call LIMIT 1
  ) next
)
SELECT contract, data, from_block AS "from" FROM affected_runs($1, $2, $3, $4)
UNION ALL
SELECT run.contract, run.data, $1 FROM (SELECT call, min(run_id) AS run_id FROM walked GROUP BY call) reader
CROSS JOIN LATERAL (SELECT contract, data FROM tracked_run WHERE id = reader.run_id OFFSET 0) run
CROSS JOIN LATERAL (
  SELECT id FROM tracked_run last
  WHERE last.contract = run.contract AND last.data = run.data AND since_block BETWEEN $3 AND least($4, $1 - 1)
  ORDER BY since_block DESC LIMIT 1
) last
WHERE EXISTS (SELECT FROM (SELECT kind FROM tracked_place WHERE run_id = last.id OFFSET 0) place WHERE kind = 'a')`;

const LACKING = `
SELECT contract, data, min(since_block) AS "from" FROM tracked_run
WHERE outcome = 'missing' AND since_block BETWEEN $1 AND $2 GROUP BY contract, data`;

const ANSWERED = `
SELECT contract, data, min(since_block) AS "from" FROM tracked_run run
WHERE outcome <> 'missing' AND known_by IS NOT NULL AND since_block BETWEEN $3 AND $4 AND EXISTS (
  SELECT FROM tracked_place place WHERE run_id = run.id AND (is_missing OR kind = 'c' AND EXISTS (
    SELECT FROM tracked_answer WHERE subject = place.address AND what = 'code' AND block_number BETWEEN $3 AND $4)) AND (
    (SELECT is_whole FROM covered_range('{state_diff}', $3))
    OR EXISTS (SELECT FROM last_slot_change(place.address, place.slot, $1, $2))
    OR EXISTS (SELECT FROM storage_clearing one WHERE one.address = place.address AND block_number BETWEEN $1 AND $2)
    OR EXISTS (SELECT FROM code_change one WHERE one.address = place.address AND block_number BETWEEN $1 AND $2)))
GROUP BY contract, data`;

const LACKING_PLACES = `
SELECT contract, data, min(since_block) AS "from" FROM tracked_run run
WHERE outcome = 'missing' AND since_block BETWEEN $1 AND $2 AND EXISTS (
  SELECT FROM tracked_place place
  JOIN unnest($3::bytea[], $4::"char"[], $5::bytea[]) AS answered (address, kind, slot) USING (address, kind, slot)
  WHERE place.run_id = run.id AND place.is_missing)
GROUP BY contract, data`;

const READING_PLACES = `
SELECT contract, data, min(since_block) AS "from"
FROM unnest($3::bytea[], $4::"char"[], $5::bytea[]) AS read (address, kind, slot)
JOIN tracked_read USING (address, kind, slot) JOIN tracked_run ON id = run_id
WHERE since_block BETWEEN $1 AND $2 GROUP BY contract, data`;

const KNOWN_BY = `
SELECT contract, data, min(since_block) AS "from" FROM tracked_run
WHERE known_by >= $3 AND since_block BETWEEN $1 AND $2 GROUP BY contract, data`;

/** The contract existed before the upper blocks, or had code in the lower ones. */
const BEGUN_ABOVE = `
SELECT contract, data, min(since_block) AS "from" FROM (
  SELECT contract, data, since_block FROM tracked_run WHERE since_block = $3
  UNION ALL
  SELECT run.contract, run.data, run.since_block
  FROM (SELECT DISTINCT address FROM code_change WHERE block_number BETWEEN $1 AND $2) coded
  JOIN tracked_run run ON run.contract = coded.address AND run.since_block BETWEEN $3 AND $4
) above
WHERE NOT EXISTS (
  SELECT FROM tracked_run below
  WHERE below.contract = above.contract AND below.data = above.data AND below.since_block BETWEEN $1 AND $2 OFFSET 0)
GROUP BY contract, data`;

const PAGE = `
SELECT DISTINCT contract, data FROM tracked_run
WHERE since_block BETWEEN $1 AND $2 AND (contract, data) > ($3, $4) ORDER BY contract, data LIMIT $5`;
const CALLS_A_PAGE = 5_000;

interface RerunRow {
  readonly contract: Buffer;
  readonly data: Buffer;
  readonly from: number;
}

/** Which tracked calls have runs, and which must run again. */
export class TrackedRunReader {
  /** The contracts among these whose declarations have runs in some blocks. */
  async tracked(tx: PoolClient, contracts: readonly Address[], span: BlockRange): Promise<Set<Address>> {
    const { rows } = await tx.query<{ contract: Buffer }>({
      name: 'tracked contracts',
      text: WITH_RUNS,
      values: [contracts.map(fromHex), span.fromBlock, span.toBlock, Object.values(DECLARATIONS)],
    });
    return new Set(rows.map(({ contract }) => toHex(contract) as Address));
  }

  /** The calls with runs in these blocks. */
  async *pages(tx: PoolClient, { fromBlock, toBlock }: BlockRange): AsyncGenerator<TrackedCall[]> {
    let after: readonly Buffer[] = [NOTHING, NOTHING];
    for (;;) {
      const { rows } = await tx.query<Omit<RerunRow, 'from'>>({
        name: 'tracked calls',
        text: PAGE,
        values: [fromBlock, toBlock, ...after, CALLS_A_PAGE],
      });
      if (rows.length > 0)
        yield rows.map(({ contract, data }) => ({ contract: toHex(contract) as Address, data }));
      if (rows.length < CALLS_A_PAGE) return;
      const { contract, data } = rows.at(-1)!;
      after = [contract, data];
    }
  }

  /**
   * The calls with runs that begin in blocks `runs` and must run again because of changes in blocks
   * `changes`.
   */
  affected(tx: PoolClient, changes: BlockRange, runs: BlockRange): Promise<Rerun[]> {
    const values = [changes.fromBlock, changes.toBlock, runs.fromBlock, runs.toBlock];
    return rerunsOf(tx, 'affected runs', AFFECTED, values);
  }

  /** The calls with runs in these blocks that lack something. */
  lacking(tx: PoolClient, runs: BlockRange): Promise<Rerun[]> {
    return rerunsOf(tx, 'lacking runs', LACKING, [runs.fromBlock, runs.toBlock]);
  }

  /** The calls with runs in blocks `runs` that know by answers alone what earlier blocks `writes` wrote. */
  answered(tx: PoolClient, writes: BlockRange, runs: BlockRange): Promise<Rerun[]> {
    const values = [writes.fromBlock, writes.toBlock, runs.fromBlock, runs.toBlock];
    return rerunsOf(tx, 'answered runs', ANSWERED, values);
  }

  /**
   * The calls with runs in the upper blocks and none in the lower ones, where the lower ones may tell more of
   * them; from the first block with a run.
   */
  begunAbove(tx: PoolClient, below: BlockRange, above: BlockRange): Promise<Rerun[]> {
    const values = [below.fromBlock, below.toBlock, above.fromBlock, above.toBlock];
    return rerunsOf(tx, 'runs begun above', BEGUN_ABOVE, values);
  }

  /** The calls with runs in these blocks that lack one of the places. */
  lackingPlaces(tx: PoolClient, runs: BlockRange, places: readonly StatePlace[]): Promise<Rerun[]> {
    const columns = places.map(columnsOf);
    return rerunsOf(tx, 'runs lacking places', LACKING_PLACES, [
      ...[runs.fromBlock, runs.toBlock],
      ...[0, 1, 2].map((at) => columns.map((one) => one[at])),
    ]);
  }

  /** The calls with runs in these blocks that read one of the places. */
  readingPlaces(tx: PoolClient, runs: BlockRange, places: readonly StatePlace[]): Promise<Rerun[]> {
    const columns = places.map(columnsOf);
    return rerunsOf(tx, 'runs reading places', READING_PLACES, [
      ...[runs.fromBlock, runs.toBlock],
      ...[0, 1, 2].map((at) => columns.map((one) => one[at])),
    ]);
  }

  /** The calls with runs in these blocks that know something only from block `by` or later. */
  knownBy(tx: PoolClient, runs: BlockRange, by: number): Promise<Rerun[]> {
    return rerunsOf(tx, 'runs known by', KNOWN_BY, [runs.fromBlock, runs.toBlock, by]);
  }
}

async function rerunsOf(
  tx: PoolClient,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<Rerun[]> {
  const { rows } = await tx.query<RerunRow>({ name, text, values: [...values] });
  return rows.map(({ contract, data, from }) => ({
    contract: toHex(contract) as Address,
    data,
    from: Number(from),
  }));
}

const NOTHING = Buffer.alloc(0);
