import type { PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { Rerun } from './tracked-run.js';

/**
 * How many changes of the result of one call are followed in a span: anybody can make a contract whose result
 * changes in every block, for some 26,000 gas each.
 */
export const MAX_CHANGES = 10_000;
/** So many bytes of a longer output count as one change: a list may have many elements. */
const BYTES_OF_A_CHANGE = 256;
/** Bytes. A call with a longer output is run on request. */
export const MAX_OUTPUT = 4_096;
const MAX_WEIGHT = MAX_OUTPUT / BYTES_OF_A_CHANGE;

/** One index step for each call. */
const FOLLOWED = `
SELECT asked.at::int4 - 1 AS at
FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) WITH ORDINALITY AS asked (contract, data, block, at)
LEFT JOIN LATERAL (
  SELECT outcome FROM tracked_run run
  WHERE run.contract = asked.contract AND run.data = asked.data AND since_block BETWEEN $4 AND asked.block - 1
  ORDER BY since_block DESC LIMIT 1
) last ON true
WHERE last.outcome IS DISTINCT FROM 'often'`;

const MANY_RUNS = `
SELECT contract, data FROM tracked_run WHERE since_block BETWEEN $1 AND $2 GROUP BY contract, data HAVING count(*) > $3`;

/** How many changes a result counts as, if it is a change. */
const WEIGHT = `CASE WHEN outcome = 'often' THEN $5 + 1 ELSE greatest(1, octet_length(output) / ${BYTES_OF_A_CHANGE}) END`;

/**
 * All runs of a call are read only where a new one ends differently from the one before it, and compared only
 * where there would be too many changes if each result were one: that takes an eighth of the time. CASE keeps
 * the order.
 *
 * INVARIANT: a run that lacks something is no result, and results before the first that says anything do not
 * count. So what is learnt later, of blocks before or in between, adds changes and takes none away: the end
 * only comes earlier, and what was removed after it is not missed.
 */
const END = `
WITH asked AS (
  SELECT contract, data FROM unnest($1::bytea[], $2::bytea[], $7::int8[]) AS call (contract, data, block)
  LEFT JOIN LATERAL (
    SELECT outcome, output FROM tracked_run run
    WHERE run.contract = call.contract AND run.data = call.data AND since_block BETWEEN $3 AND block - 1
    ORDER BY since_block DESC LIMIT 1
  ) last ON true
  WHERE CASE
    WHEN NOT EXISTS (
      SELECT FROM tracked_run run
      WHERE run.contract = call.contract AND run.data = call.data AND since_block BETWEEN block AND $4
        AND ROW (run.outcome, run.output) IS DISTINCT FROM ROW (last.outcome, last.output)) THEN false
    WHEN NOT EXISTS (
      SELECT FROM tracked_run run
      WHERE run.contract = call.contract AND run.data = call.data AND since_block BETWEEN $3 AND $4 ORDER BY since_block OFFSET $6 LIMIT 1) THEN false
    ELSE (
      SELECT sum(${WEIGHT}) FROM tracked_run run
      WHERE run.contract = call.contract AND run.data = call.data AND since_block BETWEEN $3 AND $4 AND outcome <> 'missing') > $5 END
),
ended AS (
  SELECT contract, data, min(since_block) AS block FROM (
    SELECT contract, data, since_block, sum(weight) OVER (PARTITION BY contract, data ORDER BY since_block) AS changes FROM (
      SELECT contract, data, since_block,
             CASE WHEN bool_or(outcome <> 'returned' OR output <> '') OVER (of_call ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) IS NOT TRUE
                    OR (outcome, output) = (lag(outcome) OVER of_call, lag(output) OVER of_call) THEN 0
                  ELSE ${WEIGHT} END AS weight
      FROM asked JOIN tracked_run USING (contract, data)
      WHERE outcome <> 'missing' AND since_block BETWEEN $3 AND $4
      WINDOW of_call AS (PARTITION BY contract, data ORDER BY since_block)
    ) result
  ) counted
  WHERE changes > $5 GROUP BY contract, data
),
removed AS (
  DELETE FROM tracked_run run USING ended
  WHERE run.contract = ended.contract AND run.data = ended.data AND since_block > block AND since_block <= $4 RETURNING id
),
places AS (DELETE FROM tracked_place USING removed WHERE run_id = removed.id),
marked AS (
  UPDATE tracked_run run SET outcome = 'often', output = '' FROM ended
  WHERE run.contract = ended.contract AND run.data = ended.data AND since_block = block
)
SELECT contract, data, block AS "from" FROM ended`;

/**
 * Ends calls whose results change too often: from the block of the first change beyond the bound on, nothing
 * is known and no later run is kept.
 */
export class OftenChangedTable {
  constructor(private readonly most: number) {}

  /** The calls among these that are still followed where they would run again. */
  async followed(tx: PoolClient, reruns: readonly Rerun[], span: BlockRange): Promise<Rerun[]> {
    const { rows } = await tx.query<{ at: number }>({
      name: 'followed calls',
      text: FOLLOWED,
      values: [
        reruns.map(({ contract }) => fromHex(contract)),
        reruns.map(({ data }) => data),
        reruns.map(({ from }) => from),
        span.fromBlock,
      ],
    });
    return rows.map(({ at }) => reruns[at]!);
  }

  /**
   * Ends the calls among these that change too often in a span; they have new runs from their blocks on.
   * Returns them with their ends.
   */
  async end(tx: PoolClient, calls: readonly Rerun[], span: BlockRange): Promise<Rerun[]> {
    if (calls.length === 0) return [];
    const { rows } = await tx.query<{ contract: Buffer; data: Buffer; from: number }>({
      name: 'end calls that change often',
      text: END,
      values: [
        calls.map(({ contract }) => fromHex(contract)),
        calls.map(({ data }) => data),
        ...[span.fromBlock, span.toBlock, this.most, this.#fewRuns],
        calls.map(({ from, lowest }) => lowest ?? from),
      ],
    });
    return rows.map(({ contract, data, from }) => ({ contract: toHex(contract) as Address, data, from }));
  }

  /** The calls that may change too often in a span. */
  async withManyRuns(tx: PoolClient, { fromBlock, toBlock }: BlockRange): Promise<Rerun[]> {
    const { rows } = await tx.query<{ contract: Buffer; data: Buffer }>(MANY_RUNS, [
      ...[fromBlock, toBlock, this.#fewRuns],
    ]);
    return rows.map(({ contract, data }) => ({
      contract: toHex(contract) as Address,
      data,
      from: fromBlock,
    }));
  }

  /** So many runs cannot be too many changes, whatever they return. */
  get #fewRuns(): number {
    return Math.floor(this.most / MAX_WEIGHT);
  }
}
