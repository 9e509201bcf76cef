import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import type { Definition } from '../definition/model/definition.js';
import { readDefinitions } from '../definition/read-definitions.js';
import type { Address } from '../domain/chain/hex.js';
import { type BlockRange, rangeWith, subtract } from '../domain/interval/block-range.js';
import { NotCovered } from '../domain/refusal/not-covered.js';
import { HistoricalEvaluator, OtherDefinitions } from '../engine/historical/historical-evaluator.js';
import { evaluate, UNDECIDED } from '../evaluator/evaluate/evaluate.js';
import { explain } from '../evaluator/explain/explain.js';
import type { ExplainedFamily, Explanation } from '../evaluator/explain/explanation.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import { inTransaction } from '../platform/postgres/transaction.js';
import { Turns } from '../platform/queue/turns.js';
import { BundleSettings } from './bundle-settings.js';

/** Explanations made at the same time. */
const AT_ONCE = 4;
const WAITING = 32;

export interface AskedClaim {
  readonly kind: 'attribute' | 'relation';
  readonly id: string;
  readonly subject: Address;
  /** Of a relation: only claims with this object. Without it, claims with any. */
  readonly object?: Address;
  /** By default the highest block at which the definition is evaluated. */
  readonly block?: number;
}

export type { ExplainedFamily };

/** Why a claim is proven, not proven or undecided. */
export interface ExplainedClaim {
  readonly definition: Pick<Definition, 'definitionVersion' | 'title' | 'means' | 'requires'>;
  readonly block: number;
  readonly answer: 'proven' | 'not_proven' | 'undecided';
  /**
   * Why a claim is undecided: the block is not evaluated, or the code of the subject or another fact is not
   * known.
   */
  readonly reason?: 'blocks_missing' | 'code_unknown' | 'facts_unknown';
  /** Missing blocks that leave the claim undecided, as far as they are known. */
  readonly missing: readonly BlockRange[];
  /** Proven claims: at most one of an attribute. */
  readonly claims: readonly {
    readonly object?: Address;
    readonly value?: string;
    readonly proofHash: string;
  }[];
  /** Empty where the block is not evaluated. */
  readonly families: readonly ExplainedFamily[];
}

/** Evaluates claims again with the stored facts, and says how each check came out. */
@Injectable()
export class ExplanationReader {
  readonly #turns = new Turns(AT_ONCE, WAITING);

  constructor(
    private readonly pool: Pool,
    private readonly settings: BundleSettings,
  ) {}

  /**
   * Explains one claim; undefined when there is no such definition.
   * @throws {NotCovered} above the newest block; when the stored claims are of other definitions than this
   * program has; when too many explanations are being made; and while view calls that an undecided claim
   * needs are still to be executed
   */
  async of(claim: AskedClaim): Promise<ExplainedClaim | undefined> {
    const { catalog } = readDefinitions(this.settings.chain.isDemo);
    const definition = catalog.definitions.find(({ id, kind }) => id === claim.id && kind === claim.kind);
    if (definition === undefined) return undefined;
    const turn = this.#turns.take();
    if (turn === undefined) throw NotCovered.unavailable();
    const release = await turn;
    try {
      return await inTransaction(this.pool, (tx) => this.#explained(tx, definition, claim), {
        isolation: 'repeatable read',
      });
    } catch (error) {
      throw error instanceof OtherDefinitions ? NotCovered.unavailable() : error;
    } finally {
      release();
    }
  }

  async #explained(tx: PoolClient, definition: Definition, claim: AskedClaim): Promise<ExplainedClaim> {
    const { isDemo, firstBlock } = this.settings.chain;
    const head = (await new CanonicalChain(tx).head())?.number;
    if (head === undefined) throw NotCovered.unavailable();
    const historical = await HistoricalEvaluator.open(tx, { ...readDefinitions(isDemo), firstBlock });
    const ranges = historical.ranges(definition);
    const { subject, object, block = ranges.at(-1)?.toBlock ?? head } = claim;
    if (block > head) throw NotCovered.block({ headNumber: head, fromBlock: null, toBlock: null }, block);
    const gaps = ranges.reduce(subtract, [{ fromBlock: firstBlock, toBlock: head }]);
    const about = { definition, block, claims: [], families: [] };
    const gap = rangeWith(gaps, block);
    if (gap) return { ...about, answer: 'undecided', reason: 'blocks_missing', missing: [gap] };
    const found = (await historical.at(definition, subject, block, (view, isOver) => {
      const evaluation = isOver ? UNDECIDED : evaluate(definition, subject, view);
      return { evaluation, explanation: explain(definition, subject, view, evaluation) };
    }))!;
    const { claims, undecided } = found.evaluation;
    const asked = object === undefined ? claims : claims.filter((one) => one.object === object);
    const { families }: Explanation = found.explanation;
    const shown = { ...about, claims: asked, families, missing: [] };
    if (asked.length > 0) return { ...shown, answer: 'proven' };
    const isCodeUnknown = await historical.isCodeUnknown(definition, subject, block);
    if (!undecided && !isCodeUnknown) return { ...shown, answer: 'not_proven' };
    if (await historical.areCallsLeft()) throw NotCovered.unavailable();
    // All blocks of a range are stored, so what is not known comes from the gap below it.
    const before = gaps.filter(({ toBlock }) => toBlock + 1 === rangeWith(ranges, block)?.fromBlock);
    return {
      ...shown,
      answer: 'undecided',
      reason: isCodeUnknown ? 'code_unknown' : 'facts_unknown',
      missing: before,
    };
  }
}
