import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { BlockRange } from '../../domain/interval/block-range.js';
import {
  discardFetched,
  type FetchedBlock,
  fetchedSize,
  fetcherCount,
  takeFetched,
} from '../../event-store/fetched-block.table.js';
import { endSilentSessions } from '../../event-store/silent-sessions.js';
import type { Fence } from '../../event-store/writer-lease.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { VerifiedSource } from '../append/verified-source.js';
import type { BlockWorkers } from '../worker/block-workers.js';
import { fetchRange } from './fetch-range.js';
import type { FetchTerms } from './fetch-terms.js';
import { RANGE_BLOCKS, type RangeJob, RangeQueue } from './range-queue.js';
import { RangeWindow } from './range-window.js';

const LOOK_MS = 50;
/** After this wait the needed range is fetched here. The queue would give it to another process sooner. */
const PATIENCE_MS = 60_000;
/** Without a range to open, the queue is closed after this time. */
const REST_MS = 60_000;

/** The part of a fill that other processes have done. */
export interface FetchProgress {
  /** Processes that are ready to fetch. */
  readonly processes: number;
  /** Blocks that the writer took, by the process that fetched them. */
  readonly taken: ReadonlyMap<string, number>;
  /** Ranges that are published and not yet taken by the writer. */
  readonly ranges: number;
  /** Bytes of the blocks that are fetched and not yet taken. */
  readonly bytes: number;
}

export interface RangesListener {
  /** Called with each range that the writer needs. */
  readonly onProgress: (progress: FetchProgress) => void;
  /** Called when the queue fails. If it cannot be opened, the threads of this process fetch everything. */
  readonly onError: (why: string) => void;
}

export interface PublishedRangesParts {
  readonly threads: BlockWorkers;
  readonly own: VerifiedSource;
  /** Of the writer. */
  readonly fence: Fence;
  readonly pool: Pool;
  readonly terms: FetchTerms;
  /** Of this process. */
  readonly name: string;
  readonly listener: RangesListener;
}

/** By number. */
export type FetchedBlocks = Map<number, FetchedBlock>;

/**
 * Publishes ranges of a long fill to a queue, as far ahead as memory allows, for other processes with
 * `ROLE=fetch`. The next range is fetched here if nobody else has begun it. While another process fetches it,
 * the threads of this process take a later one from the queue.
 */
export class PublishedRanges {
  readonly #window = new RangeWindow();
  /** Blocks that the writer took, by process. */
  readonly #taken = new Map<string, number>();
  readonly #stopped = new AbortController();
  #queue: Promise<RangeQueue | undefined> | undefined;
  #isClean = false;
  #ahead: Promise<void> | undefined;
  #rest: NodeJS.Timeout | undefined;

  constructor(private readonly parts: PublishedRangesParts) {}

  /**
   * Announces the blocks that will be requested, in order, and withdraws published ranges outside of them.
   */
  expect(range: BlockRange): void {
    const left = this.#window.expect(range);
    if (left.length === 0) return;
    this.#withdraw(left).catch((error: Error) => this.parts.listener.onError(error.message));
  }

  isExpected(number: number): boolean {
    return this.#window.isExpected(number);
  }

  /**
   * Publishes ranges ahead, and waits for the range that begins with `first`. Empty where this process must
   * fetch it.
   */
  async open(first: number): Promise<FetchedBlocks> {
    clearTimeout(this.#rest);
    await this.#publish(first + RANGE_BLOCKS);
    try {
      const name = this.#window.nameOf(first);
      return name === undefined ? new Map() : await this.#take(first, name);
    } finally {
      this.#window.taken(first);
      this.#rest = globalThis.setTimeout(() => this.#restQueue(), REST_MS).unref();
    }
  }

  /** Publishes ranges ahead if other processes are ready. @param from first block after the current range */
  async #publish(from: number): Promise<void> {
    const { pool, fence, terms, own } = this.parts;
    if (!this.#isClean) {
      // Blocks for former writers: the fence keeps processes that still fetch for them from adding more.
      await this.#fenced(discardFetched);
      this.#isClean = true;
    }
    const processes = await fetcherCount(pool);
    if (processes === 0 && this.#queue === undefined) return;
    const fetched = await fetchedSize(pool);
    this.#tell(processes, fetched.bytes);
    if (processes === 0) return;
    const firsts = this.#window.room(from, fetched).filter((first) => !own.mayHaveAllocation(first));
    if (firsts.length === 0) return;
    this.#queue ??= this.#openQueue();
    const queue = await this.#queue;
    if (queue === undefined) return;
    const tasks = firsts.map((first) => ({ ...rangeFrom(first), epoch: fence.epoch, terms }));
    const names = await this.#fenced((tx) => queue.publish(tx, tasks));
    for (const [at, name] of names.entries()) this.#window.published(firsts[at]!, name);
  }

  /** Waits for a published range. Empty where this process must fetch it. */
  async #take(first: number, name: string): Promise<FetchedBlocks> {
    const queue = (await this.#queue)!;
    const deadline = performance.now() + PATIENCE_MS;
    for (;;) {
      this.#stopped.signal.throwIfAborted();
      const isLate = performance.now() > deadline;
      // A process that froze while storing the range locks its row in the queue.
      if (isLate) await endSilentSessions(this.parts.pool);
      const fetched = await this.#fenced(async (tx) => {
        if (isLate) await queue.withdraw(tx, name);
        return takeFetched(tx, rangeFrom(first));
      });
      for (const { process } of fetched) this.#taken.set(process, (this.#taken.get(process) ?? 0) + 1);
      if (fetched.length > 0 || isLate) return new Map(fetched.map((block) => [block.number, block]));
      if (this.#ahead === undefined) {
        const job = await queue.take();
        if (job?.fromBlock === first) {
          await queue.complete(job);
          return new Map();
        }
        if (job) this.#ahead = this.#fetchAhead(queue, job);
      }
      await setTimeout(LOOK_MS);
    }
  }

  async #withdraw(ranges: readonly [number, string][]): Promise<void> {
    const queue = await this.#queue;
    await this.#fenced(async (tx) => {
      for (const [first, name] of ranges) {
        await queue?.withdraw(tx, name);
        await takeFetched(tx, rangeFrom(first));
      }
    });
  }

  /** Begins no further range; waits for ranges fail. */
  stop(): void {
    this.#stopped.abort();
  }

  /** Gives back ranges under way. Call it after the threads have ended. */
  async close(): Promise<void> {
    await this.#ahead;
    await this.#closeQueue();
  }

  async #fetchAhead(queue: RangeQueue, job: RangeJob): Promise<void> {
    const { pool, threads, name } = this.parts;
    try {
      await fetchRange({ queue, pool, threads, name }, job, this.#stopped.signal);
    } catch {
      // The range was given back. If it is needed here, it fails again there.
    } finally {
      this.#ahead = undefined;
    }
  }

  #tell(processes: number, bytes: number): void {
    const { size: ranges } = this.#window;
    this.parts.listener.onProgress({ processes, taken: this.#taken, ranges, bytes });
  }

  #fenced<T>(work: (tx: PoolClient) => Promise<T>): Promise<T> {
    const { pool, fence } = this.parts;
    return inTransaction(pool, async (tx) => {
      await fence.assertHeld(tx);
      return work(tx);
    });
  }

  async #openQueue(): Promise<RangeQueue | undefined> {
    const { pool, listener } = this.parts;
    try {
      const queue = await RangeQueue.open(pool, (error) => listener.onError(error.message));
      // Removes the ranges of a former writer.
      await queue.empty();
      return queue;
    } catch (error) {
      listener.onError((error as Error).message);
      return undefined;
    }
  }

  #restQueue(): void {
    if (this.#window.size === 0) void this.#closeQueue();
  }

  async #closeQueue(): Promise<void> {
    clearTimeout(this.#rest);
    const queue = await this.#queue;
    this.#queue = undefined;
    if (queue === undefined) return;
    try {
      // Fenced: a later writer needs the ranges and blocks that it has published.
      await this.#fenced(async (tx) => {
        await queue.empty();
        await discardFetched(tx);
      });
    } catch {
      // The next writer empties them.
    }
    await queue.close();
    this.#tell(await fetcherCount(this.parts.pool).catch(() => 0), 0);
  }
}

const rangeFrom = (first: number): BlockRange => ({ fromBlock: first, toBlock: first + RANGE_BLOCKS - 1 });
