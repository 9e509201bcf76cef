import type { Pool, PoolClient } from 'pg';
import { EvaluatorLease, evaluationState, OtherRules } from '../../event-store/evaluation-request.js';
import { ProjectionRunner } from '../../event-store/projection-runner.js';
import type { Projector } from '../../event-store/projector.js';
import { type Fence, LeaseLost, LeaseRefused } from '../../event-store/writer-lease.js';
import { BackgroundWorker } from '../../platform/clock/background-worker.js';
import { knownState } from '../../platform/postgres/migration-state.js';
import { inTransaction } from '../../platform/postgres/transaction.js';

const PAUSES = { idle: 250, first: 1_000, longest: 15_000 };
const SAY_MS = 1_000;

/** What an evaluator tells. */
export interface EvaluatorListener {
  /** The evaluator evaluates for the process that writes, from now on. */
  onReady(): void;
  onEvaluated(position: number): void;
  /** Called once when it fails, and with undefined when it goes on. */
  onFailure(failure: string | undefined): void;
}

export interface EvaluatorPools {
  /** A pool of one connection, which holds the lease. */
  readonly evaluating: Pool;
  /** Reads events ahead. */
  readonly log: Pool;
}

/** What an evaluator evaluates, and by which rules. */
export interface EvaluatorTerms {
  /** The evaluating projectors, in reading order. */
  readonly projectors: readonly Projector[];
  /** `chainRules` of this process. */
  readonly rules: string;
}

/**
 * Evaluates for the process that writes, in long fills, as far as the writer requests. Of several evaluators,
 * one evaluates and the others stand by.
 *
 * INVARIANT: claims are written under the definitions and the schema of the database, and the rules of the
 * writer. Each transaction checks these, and the epoch.
 */
export class Evaluator extends BackgroundWorker {
  #lease: EvaluatorLease | undefined;
  /** Epoch of a writer that has other rules. */
  #unfitFor: number | undefined;
  /** The position that it reached last. If the checkpoint is elsewhere, the caches are outdated. */
  #left: number | undefined;
  #saidMs = Number.NEGATIVE_INFINITY;
  failure: string | undefined;

  constructor(
    private readonly pools: EvaluatorPools,
    private readonly terms: EvaluatorTerms,
    private readonly listener: EvaluatorListener,
  ) {
    super(PAUSES, (failure) => {
      this.failure = failure;
      listener.onFailure(failure);
    });
  }

  override async stop(): Promise<void> {
    await super.stop();
    // The writer evaluates from here on.
    await EvaluatorLease.release(this.pools.evaluating).catch(() => undefined);
  }

  protected async step(signal: AbortSignal): Promise<boolean> {
    const { epoch, requested, reached } = await evaluationState(this.pools.evaluating);
    if (this.#lease?.epoch !== epoch) return this.#take(epoch);
    const lease = this.#lease;
    try {
      // This connection only reads, so nothing is published.
      await inTransaction(this.pools.evaluating, (tx) => this.#assertMay(tx, lease), {
        isolation: 'repeatable read',
      });
      if (requested <= reached || signal.aborted) return false;
      if (reached !== this.#left) this.#forget();
      let end = requested;
      const fence = this.#fenceOf(lease, (position) => {
        end = position;
      });
      const runner = new ProjectionRunner(this.pools.evaluating, fence, this.pools.log);
      await runner.advance(
        this.terms.projectors,
        () => (signal.aborted ? 0 : end),
        (position) => this.#evaluated(position),
      );
      return true;
    } catch (error) {
      this.#lease = undefined;
      this.#forget();
      if (error instanceof LeaseLost || error instanceof LeaseRefused) return true;
      if (error instanceof OtherRules) this.#unfitFor = lease.epoch;
      // The writer must not wait for an evaluator that fails.
      await EvaluatorLease.release(this.pools.evaluating).catch(() => undefined);
      throw error;
    }
  }

  /** @returns whether the lease is taken now */
  async #take(epoch: number): Promise<boolean> {
    if (epoch === this.#unfitFor) throw new OtherRules();
    await inTransaction(this.pools.evaluating, (tx) => this.#assertVersion(tx));
    this.#lease = await EvaluatorLease.tryTake(this.pools.evaluating, epoch);
    if (this.#lease) this.listener.onReady();
    return this.#lease !== undefined;
  }

  /** @param asked is told in each transaction how far the writer lets the evaluator go */
  #fenceOf(lease: EvaluatorLease, asked: (position: number) => void): Fence {
    return {
      epoch: lease.epoch,
      assertHeld: async (tx) => {
        asked(await lease.assertAsked(tx, this.terms.rules));
        await this.#assertMay(tx, lease);
      },
    };
  }

  async #assertMay(tx: PoolClient, lease: EvaluatorLease): Promise<void> {
    await lease.assertHeld(tx);
    await this.#assertVersion(tx);
  }

  async #assertVersion(tx: PoolClient): Promise<void> {
    await knownState(tx);
    for (const projector of this.terms.projectors)
      if (await projector.needsUpgrade?.(tx))
        throw new Error('the database is not under the definitions of this process: run both in one version');
  }

  #evaluated(position: number): void {
    this.#left = position;
    const now = performance.now();
    if (now - this.#saidMs < SAY_MS) return;
    this.#saidMs = now;
    this.listener.onEvaluated(position);
  }

  #forget(): void {
    for (const projector of this.terms.projectors) projector.resetCache?.();
  }
}
