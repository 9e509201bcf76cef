import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { ViewAnswer } from '../view/view-answer.js';
import { Views } from '../view/views.js';
import { DECLARATIONS } from './tracked-calls.js';
import type { TrackedOutcome } from './tracked-run.js';

/**
 * Runs of one call, and time for all, that a request may take. Where more would be needed, the earlier blocks
 * have no result.
 */
const MAX_RUNS = 64;
const MAX_MS = 5_000;

/** Blocks in which a call has one result. */
export interface ResultInterval {
  readonly since: number;
  readonly through: number;
  /** `unknown`: what it reads is not known there, or was not looked up. */
  readonly outcome: 'returned' | 'reverted' | 'volatile' | 'unknown';
  /** Empty unless it returned or reverted. */
  readonly output: Buffer;
}

/** What a token declares of itself. */
export type DeclaredField = keyof typeof DECLARATIONS;

/** What a contract answered to the calls of declarations, up to the head. */
export interface DeclarationHistory {
  /** The consecutive blocks around the head; undefined where the state of the head is not covered. */
  readonly blocks?: BlockRange;
  /** By field: newest first, without holes. */
  readonly results: Readonly<Record<DeclaredField, readonly ResultInterval[]>>;
}

const RUN_ON_REQUEST: ReadonlySet<TrackedOutcome> = new Set(['left', 'often']);

/** The runs of each span, with the blocks through which they hold. */
const RUNS = `
SELECT asked.at::int4 - 1 AS at, since_block AS since, outcome, output,
       least(lead(since_block) OVER (PARTITION BY asked.at, first_block ORDER BY since_block) - 1, last_block) AS through
FROM unnest($2::bytea[]) WITH ORDINALITY asked (data, at)
JOIN tracked_run ON tracked_run.contract = $1 AND tracked_run.data = asked.data
JOIN tracked_span ON since_block BETWEEN first_block AND last_block
WHERE last_block >= $3 AND first_block <= $4
ORDER BY since_block DESC`;

const COVERED = `
SELECT first_block AS "fromBlock", last_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head, covered_range('{state_diff}', head.number)`;

interface RunRow {
  readonly at: number;
  readonly since: number;
  readonly through: number;
  readonly outcome: TrackedOutcome;
  readonly output: Buffer;
}

/** What contracts declared through time. Blocks that tracking left out are run when they are asked for. */
@Injectable()
export class DeclarationsReader {
  constructor(
    private readonly pool: Pool,
    private readonly views: Views,
  ) {}

  /** @throws NotCovered if what is run on request takes too long */
  async ofContract(contract: Address): Promise<DeclarationHistory> {
    return inTransaction(this.pool, (tx) => this.#history(tx, contract), {
      isolation: 'repeatable read',
    });
  }

  async #history(tx: PoolClient, contract: Address): Promise<DeclarationHistory> {
    const blocks = (await tx.query<BlockRange>({ name: 'range of head', text: COVERED })).rows[0];
    const results: Record<DeclaredField, ResultInterval[]> = { name: [], symbol: [], decimals: [] };
    if (!blocks) return { results };
    const { rows } = await tx.query<RunRow>({
      name: 'tracked results',
      text: RUNS,
      values: [fromHex(contract), Object.values(DECLARATIONS), blocks.fromBlock, blocks.toBlock],
    });
    const late = performance.now() + MAX_MS;
    for (const [at, field] of (Object.keys(DECLARATIONS) as DeclaredField[]).entries()) {
      const runs = rows.filter((row) => row.at === at);
      results[field] = await this.#ofCall(tx, contract, DECLARATIONS[field], blocks, runs, late);
    }
    return { blocks, results };
  }

  /** Goes from the newest block down, by the run that is tracked there, or else by a run on request. */
  async #ofCall(
    tx: PoolClient,
    contract: Address,
    data: Buffer,
    { fromBlock, toBlock }: BlockRange,
    runs: readonly RunRow[],
    late: number,
  ): Promise<ResultInterval[]> {
    const results: ResultInterval[] = [];
    let left = MAX_RUNS;
    for (let block = toBlock; block >= fromBlock; block = results.at(-1)!.since - 1) {
      const run = runs.find(({ since, through }) => since <= block && block <= through);
      if (run && !RUN_ON_REQUEST.has(run.outcome)) add(results, tracked(run, block, fromBlock));
      else if (left-- > 0 && performance.now() < late) {
        const lowest = run
          ? run.since
          : Math.max(fromBlock, ...runs.map(({ through }) => through + 1).filter((one) => one <= block));
        const [answer] = await this.views.answers(tx, [{ to: contract, data }], block);
        add(results, requested(answer!, block, lowest));
      } else {
        add(results, { since: fromBlock, through: block, outcome: 'unknown', output: NOTHING });
      }
    }
    return results;
  }
}

const NOTHING = Buffer.alloc(0);

function tracked({ since, outcome, output }: RunRow, through: number, fromBlock: number): ResultInterval {
  const isKnown = outcome === 'returned' || outcome === 'reverted' || outcome === 'volatile';
  return { since: Math.max(since, fromBlock), through, outcome: isKnown ? outcome : 'unknown', output };
}

function requested(answer: ViewAnswer, block: number, lowest: number): ResultInterval {
  if (answer.outcome === 'undecided')
    return { since: lowest, through: block, outcome: 'unknown', output: NOTHING };
  const { since, through, outcome, output } = answer;
  return {
    since: Math.max(since, lowest),
    through: Math.min(through, block),
    outcome,
    output: Buffer.from(output),
  };
}

/** Merges neighbours with the same result. */
function add(results: ResultInterval[], earlier: ResultInterval): void {
  const last = results.at(-1);
  const isSame = last?.outcome === earlier.outcome && last.output.equals(earlier.output);
  if (isSame) results[results.length - 1] = { ...last, since: earlier.since };
  else results.push(earlier);
}
