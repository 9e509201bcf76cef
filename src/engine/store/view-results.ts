import type { Pool, PoolClient } from 'pg';
import { isExecuted } from '../../definition/catalog/describe-source.js';
import type { CatalogSource } from '../../definition/model/definition.js';
import { delegationFact } from '../../domain/chain/codec/delegation-fact.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { decodeDelegation } from '../../domain/chain/codec/observed-delegation.js';
import { type ViewType, viewValue } from '../../domain/chain/codec/view-value.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { FactValue } from '../../evaluator/model/state-view.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { SourceKey, ViewChange } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import { type NoViewReason, noView } from '../model/view-value.js';

/**
 * The runs of each call, with the blocks through which they hold. Where the call is needed from a block on,
 * they begin with the first of the equal runs that lead to the one that holds there; otherwise all runs are
 * given. A run that repeats the result of the one before it is left out: a slot that is read may be written
 * in every block, such as one that holds a counter beside an owner.
 */
const RUNS = `
SELECT asked.at::int4 - 1 AS at, run.*
FROM unnest($1::bytea[], $2::bytea[], $3::int8[]) WITH ORDINALITY asked (contract, data, needed, at)
LEFT JOIN LATERAL (
  SELECT CASE WHEN held.outcome = 'returned' THEN coalesce((
    SELECT since_block + 1 FROM tracked_run
    WHERE contract = asked.contract AND data = asked.data AND since_block BETWEEN span.first_block AND held.since_block
      AND (outcome, output) <> (held.outcome, held.output)
    ORDER BY since_block DESC LIMIT 1), span.first_block) ELSE held.since_block END AS block
  FROM tracked_span span CROSS JOIN LATERAL (
    SELECT since_block, outcome, output FROM tracked_run
    WHERE contract = asked.contract AND data = asked.data AND since_block BETWEEN span.first_block AND asked.needed
    ORDER BY since_block DESC LIMIT 1
  ) held
  WHERE asked.needed BETWEEN span.first_block AND span.last_block
) begin ON true
CROSS JOIN LATERAL (
  SELECT since_block AS since, outcome, output,
         CASE WHEN outcome = 'missing' THEN (
           SELECT CASE kind WHEN 's' THEN 'slot 0x' || coalesce(nullif(encode(slot, 'hex'), ''), '0') || ' of ' WHEN 'c' THEN 'the code of ' ELSE 'the balance or nonce of ' END
                  || '0x' || encode(address, 'hex')
           FROM tracked_place WHERE run_id = ended.id AND is_missing ORDER BY address, kind, slot LIMIT 1)
         END AS lacks,
         least(lead(since_block) OVER (PARTITION BY first_block ORDER BY since_block) - 1, last_block) AS through
  FROM (
    SELECT id, since_block, outcome, output, first_block, last_block,
           outcome <> 'missing' AND (outcome, output) = (lag(outcome) OVER spanned, lag(output) OVER spanned) AS repeats
    FROM tracked_run JOIN tracked_span ON since_block BETWEEN first_block AND last_block
    WHERE contract = asked.contract AND data = asked.data AND since_block >= coalesce(begin.block, 0)
    WINDOW spanned AS (PARTITION BY first_block ORDER BY since_block)
  ) ended
  WHERE repeats IS NOT TRUE OFFSET 0
) run
ORDER BY at, since`;

const CHANGES = `
WITH gone AS (DELETE FROM tracked_change RETURNING contract, data, from_block)
SELECT contract, data, min(from_block) AS "from" FROM (
  SELECT * FROM gone
  UNION ALL SELECT contract, data, since_block FROM tracked_run WHERE since_block BETWEEN $1 AND $2
) changed WHERE substr(data, 1, 4) = ANY($3) GROUP BY contract, data`;

const SOME_CHANGES = `
DELETE FROM tracked_change WHERE (contract, data) IN (SELECT contract, data FROM tracked_change LIMIT $1)
RETURNING contract, data, from_block AS "from"`;

/** Types whose values have one encoding each. */
const WORDS: ReadonlySet<ViewType> = new Set(['address', 'bool', 'uint256', 'bytes32']);

interface RunRow {
  readonly at: number;
  readonly since: number;
  readonly through: number;
  readonly outcome: 'returned' | 'reverted' | Exclude<NoViewReason, 'untracked'>;
  readonly output: Hex;
  /** For a run that lacks state: what it lacks, in words. */
  readonly lacks: string | null;
}

/**
 * The results of view calls as rows, in the order asked. They begin where each result is needed; for lists,
 * texts and bytes, where several outputs may mean the same value, all rows are given. Each ends with a row
 * that says that nothing is known from there on.
 */
export async function viewRows(
  tx: PoolClient,
  keys: readonly SourceKey[],
  sources: readonly CatalogSource[],
): Promise<FactRow[][]> {
  const { rows } = await tx.query<RunRow>({
    name: 'results of view calls',
    text: RUNS,
    values: [
      keys.map(({ subject }) => fromHex(subject)),
      keys.map(({ key }) => fromHex(key as Hex)),
      keys.map(({ source, from = null }) => (hasOneOutput(sources[source]!) ? from : null)),
    ],
    types: JSON_READY,
  });
  const runs = keys.map((): RunRow[] => []);
  for (const row of rows) runs[row.at]!.push(row);
  return keys.map((key, at) => rowsOf(key, runs[at]!, sources));
}

/**
 * Takes the changes that tracking left, and those in the blocks.
 *
 * @param selectors of calls that definitions ask for
 */
export async function takeViewChanges(
  tx: PoolClient,
  selectors: readonly string[],
  { fromBlock, toBlock }: BlockRange = { fromBlock: 1, toBlock: 0 },
): Promise<ViewChange[]> {
  const { rows } = await tx.query<ViewChange>({
    name: 'changes of view calls',
    text: CHANGES,
    values: [fromBlock, toBlock, selectors.map((one) => fromHex(one as Hex))],
    types: JSON_READY,
  });
  return rows;
}

/** Takes some of the changes that tracking left. */
export async function takeSomeViewChanges(tx: PoolClient, limit: number): Promise<ViewChange[]> {
  const { rows } = await tx.query<ViewChange>({ text: SOME_CHANGES, values: [limit], types: JSON_READY });
  return rows;
}

export async function areViewChangesLeft(tx: PoolClient | Pool): Promise<boolean> {
  return (await tx.query('SELECT FROM tracked_change LIMIT 1')).rowCount !== 0;
}

/** Whether different outputs are different values, so that equal runs have one value. */
function hasOneOutput({ source }: CatalogSource): boolean {
  return source.kind === 'delegation' || (source.kind === 'view' && WORDS.has(source.returns));
}

function rowsOf(key: SourceKey, runs: readonly RunRow[], sources: readonly CatalogSource[]): FactRow[] {
  const rows = new ViewRowWriter(key);
  const { source } = sources[key.source]!;
  if (!isExecuted(source)) throw new Error('no view call');
  const valueIn = (output: Hex): FactRow['value'] | readonly string[] =>
    (source.kind === 'view' ? viewValue(output, source.returns) : observedFact(output)) ?? null;
  for (const [at, { since, through, outcome, output, lacks }] of runs.entries()) {
    if (outcome === 'returned') rows.add(since, valueIn(output));
    else rows.add(since, outcome === 'reverted' ? null : noView(outcome, lacks));
    if (runs[at + 1]?.since !== through + 1) rows.add(through + 1, noView('untracked'));
  }
  return rows.rows;
}

function observedFact(output: Hex): FactValue | undefined {
  const delegation = decodeDelegation(output);
  return delegation && delegationFact(delegation);
}

/** Turns successive results into rows: for a list, one row for each element that it gains or loses. */
export class ViewRowWriter {
  readonly rows: FactRow[] = [];
  #elements: ReadonlySet<string> = new Set();

  constructor(private readonly of: SourceKey) {}

  add(blockNumber: number, value: FactRow['value'] | readonly string[]): void {
    const isList = Array.isArray(value);
    const elements: ReadonlySet<string> = new Set(isList ? (value as readonly string[]) : []);
    this.#push(blockNumber, this.of.key, isList ? null : (value as FactRow['value']));
    for (const one of this.#elements) if (!elements.has(one)) this.#push(blockNumber, this.#keyOf(one), null);
    for (const one of elements) if (!this.#elements.has(one)) this.#push(blockNumber, this.#keyOf(one), one);
    this.#elements = elements;
  }

  #keyOf(element: string): string {
    return this.of.key + element.slice(2);
  }

  #push(blockNumber: number, key: string, value: FactRow['value']): void {
    const { subject, source } = this.of;
    this.rows.push({
      ...{ subject, source, key, blockNumber, value },
      ...{ txIndex: -1, ordinal: 0, isInitial: false, evidence: [] },
    });
  }
}

/** Call data as bytes. */
export function neededView({ subject, key, from = 0 }: SourceKey) {
  return { contract: subject, data: fromHex(key as Hex), block: from };
}
