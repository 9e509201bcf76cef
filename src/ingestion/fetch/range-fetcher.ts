import type { Pool } from 'pg';
import { noteFetcher } from '../../event-store/fetched-block.table.js';
import { newestEpoch } from '../../event-store/writer-lease.js';
import { BackgroundWorker } from '../../platform/clock/background-worker.js';
import { knownState } from '../../platform/postgres/migration-state.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { BlockWorkers } from '../worker/block-workers.js';
import { fetchRange, RangeLost } from './fetch-range.js';
import { differingTerms, type FetchTerms } from './fetch-terms.js';
import { type RangeJob, RangeQueue } from './range-queue.js';

const PAUSES = { idle: 500, first: 1_000, longest: 15_000 };

/** The nodes of this process, and the threads that ask them. */
export interface OpenedNodes {
  readonly threads: BlockWorkers;
  readonly terms: FetchTerms;
  /** Ends requests under way. */
  close(): Promise<void>;
}

export interface RangeFetcherParts {
  /** A pool of one connection, whose lock shows that this process is ready. */
  readonly ready: Pool;
  readonly pool: Pool;
  /** Called again after a failure, because nodes may then give something else. */
  readonly open: () => Promise<OpenedNodes>;
  /** Of this process. */
  readonly name: string;
  readonly onFetched: (range: RangeJob) => void;
  /** Called once when fetching fails, and with undefined when it continues. */
  readonly onFailure: (failure: string | undefined) => void;
}

/** Fetches ranges for the process that writes, while there are any. */
export class RangeFetcher extends BackgroundWorker {
  #nodes: OpenedNodes | undefined;
  #queue: RangeQueue | undefined;
  /** The writer that this process must not fetch for, and why. */
  #refused: { readonly epoch: number; readonly why: string } | undefined;
  failure: string | undefined;

  constructor(private readonly parts: RangeFetcherParts) {
    super(PAUSES, (failure) => {
      this.failure = failure;
      parts.onFailure(failure);
    });
  }

  /** Gives back the range under way. */
  override async stop(): Promise<void> {
    // A silent node must not delay the stop.
    await Promise.all([super.stop(), this.#nodes?.close()]);
    await this.#queue?.close();
  }

  protected async step(signal: AbortSignal): Promise<boolean> {
    const { ready, pool, open, name, onFetched } = this.parts;
    await this.#requireWriter();
    this.#nodes ??= await open();
    await inTransaction(ready, noteFetcher);
    this.#queue ??= await RangeQueue.join(pool, () => undefined);
    const job = await this.#queue?.take();
    if (!job) return false;
    try {
      await this.#requireTerms(job, this.#nodes);
      await fetchRange({ pool, name, queue: this.#queue!, threads: this.#nodes.threads }, job, signal);
      onFetched(job);
    } catch (error) {
      if (!(error instanceof RangeLost)) throw error;
    }
    return true;
  }

  protected override async failed(error: unknown): Promise<boolean> {
    const nodes = this.#nodes;
    this.#nodes = undefined;
    // The writer must not count on a process that cannot fetch.
    await this.parts.ready.query('SELECT pg_advisory_unlock_all()').catch(() => undefined);
    await nodes?.close();
    return super.failed(error);
  }

  /** @throws Error while the newest writer is one that this process must not fetch for */
  async #requireWriter(): Promise<void> {
    const { pool } = this.parts;
    await knownState(pool);
    if (this.#refused?.epoch === (await newestEpoch(pool))) throw new Error(this.#refused.why);
  }

  async #requireTerms(job: RangeJob, { terms }: OpenedNodes): Promise<void> {
    const differing = differingTerms(terms, job.terms);
    if (differing.length === 0) return;
    await this.#queue!.giveBack(job);
    const why = `the process that writes has other ${differing.join(', ')}: run both in one version, with the same settings and with nodes that give the same`;
    this.#refused = { epoch: job.epoch, why };
    throw new Error(why);
  }
}
