import type { PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { BinaryCopy } from '../../platform/postgres/binary-copy.js';
import { copyInto } from '../../platform/postgres/copy-into.js';
import { columnsOf } from './place-columns.js';
import type { Rerun, TrackedCall, TrackedRun } from './tracked-run.js';

const COPY_RUNS = `COPY tracked_run (id, contract, data, since_block, outcome, output, known_by, call) FROM STDIN BINARY`;
const COPY_PLACES = 'COPY tracked_place (address, kind, slot, run_id, is_missing, call) FROM STDIN BINARY';
/** Each is the first of a batch that the sequence gives at once. */
const IDS = `
SELECT nextval(pg_get_serial_sequence('tracked_run', 'id')) AS id FROM generate_series(1, $1)`;
const IDS_AT_ONCE = 256;

/**
 * The numbers of calls, in the order asked: two calls never share one. One index step for each call, even
 * where the planner has no statistics.
 */
const NUMBERS = `
SELECT coalesce(known.call, nextval('tracked_call'))::int4 AS number
FROM unnest($1::bytea[], $2::bytea[]) WITH ORDINALITY AS asked (contract, data, at)
LEFT JOIN LATERAL (
  SELECT call FROM tracked_run run
  WHERE run.contract = asked.contract AND run.data = asked.data ORDER BY since_block DESC LIMIT 1
) known ON true
ORDER BY at`;

const DELETE = `
WITH gone AS (
  DELETE FROM tracked_run run USING unnest($1::bytea[], $2::bytea[], $3::int8[]) AS rerun (contract, data, since_block)
  WHERE run.contract = rerun.contract AND run.data = rerun.data AND run.since_block BETWEEN rerun.since_block AND $4
  RETURNING id
)
DELETE FROM tracked_place USING gone WHERE run_id = gone.id`;

const UNWIND = `
WITH gone AS (DELETE FROM tracked_run WHERE since_block BETWEEN $1 AND $2 RETURNING id)
DELETE FROM tracked_place USING gone WHERE run_id = gone.id`;

/** The runs of tracked calls, with what each of them read. */
export class TrackedRunTable {
  readonly #runs = new BinaryCopy(8);
  readonly #places = new BinaryCopy(6);

  /** Replaces the runs of these calls from their blocks on, up to the last block of a span. */
  async replace(
    tx: PoolClient,
    reruns: readonly Rerun[],
    lastBlock: number,
    runs: readonly TrackedRun[],
  ): Promise<void> {
    const numbers = runs.length > 0 ? await numbersOf(tx, reruns) : new Map<string, number>();
    // A call that begins to be tracked has none.
    const replaced = reruns.filter(({ lowest }) => lowest === undefined);
    if (replaced.length > 0)
      await tx.query({
        name: 'remove tracked runs',
        text: DELETE,
        values: [
          replaced.map(({ contract }) => fromHex(contract)),
          replaced.map(({ data }) => data),
          replaced.map(({ from }) => from),
          lastBlock,
        ],
      });
    if (runs.length === 0) return;
    const { rows } = await tx.query<{ id: number }>({
      name: 'tracked ids',
      text: IDS,
      values: [Math.ceil(runs.length / IDS_AT_ONCE)],
    });
    this.#runs.clear();
    this.#places.clear();
    for (const [at, run] of runs.entries()) {
      const { id } = rows[Math.floor(at / IDS_AT_ONCE)]!;
      this.#add(Number(id) + (at % IDS_AT_ONCE), numbers.get(callKey(run))!, run);
    }
    await copyInto(tx, COPY_RUNS, this.#runs.finish());
    if (this.#places.rows > 0) await copyInto(tx, COPY_PLACES, this.#places.finish());
  }

  #add(
    id: number,
    call: number,
    { contract, data, since, outcome, output, knownBy, places, missing, answered }: TrackedRun,
  ): void {
    const row = this.#runs.row().int8(id).bytea(fromHex(contract)).bytea(data);
    row.int4(since).text(outcome).bytea(output).int4(knownBy).int4(call);
    for (const place of places) {
      // The view `tracked_read` adds the contract's own code.
      const isOwnCode = place.kind === 'code' && place.address === contract;
      if (isOwnCode && place !== missing?.place) continue;
      const [address, kind, slot] = columnsOf(place);
      this.#places
        .row()
        .bytea(address)
        .text(kind)
        .bytea(slot)
        .int8(id)
        // A later write shows the value before it: then the run is repeated from its own block.
        .bool(place === missing?.place || answered?.includes(place) === true)
        .int4(call);
    }
  }

  async unwind(tx: PoolClient, from: number, to: number): Promise<void> {
    await tx.query(UNWIND, [from, to]);
  }

  async clear(tx: PoolClient): Promise<void> {
    await tx.query('TRUNCATE tracked_run, tracked_place');
  }
}

/** A call keeps its number as long as it has a run. */
async function numbersOf(tx: PoolClient, calls: readonly TrackedCall[]): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ number: number }>({
    name: 'numbers of calls',
    text: NUMBERS,
    values: [calls.map(({ contract }) => fromHex(contract)), calls.map(({ data }) => data)],
  });
  return new Map(calls.map((call, at) => [callKey(call), rows[at]!.number]));
}

const callKey = ({ contract, data }: TrackedCall): string => contract + data.toString('latin1');
