import { setTimeout } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import { decodeEncoded } from '../../event-store/encoded-block.js';
import {
  discardFetched,
  type FetchedBlock,
  fetchedSize,
  fetcherCount,
  takeFetched,
} from '../../event-store/fetched-block.table.js';
import { unpackBundle } from '../../event-store/packed-bundle.js';
import type { Fence } from '../../event-store/writer-lease.js';
import { SourceExhausted } from '../../node/execution/execution-source.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { BlockLink, BlockSource, VerifiedSource } from '../append/verified-source.js';
import { BlockRefused } from '../verify/finding/block-refused.js';
import type { Parent } from '../verify/parent-rules.js';
import type { BlockWorkers } from '../worker/block-workers.js';
import { fetchRange } from './fetch-range.js';
import type { FetchTerms } from './fetch-terms.js';
import { RANGE_BLOCKS, type RangeJob, RangeQueue } from './range-queue.js';
import { RangeWindow } from './range-window.js';

const LOOK_MS = 50;
/** A range that is needed and does not come is fetched here. Longer than the queue needs to give it to another process. */
const PATIENCE_MS = 60_000;
/** Without a range to open, the queue is closed after this time. */
const REST_MS = 60_000;

/** What of a fill others have done. */
export interface FetchProgress {
  /** Processes that are ready to fetch. */
  readonly processes: number;
  /** Blocks that the writer took, by the process that fetched them. */
  readonly taken: ReadonlyMap<string, number>;
  /** Ranges that are published and not taken. */
  readonly ranges: number;
  /** Of the blocks that are fetched and not taken. */
  readonly bytes: number;
}

export interface FetchListener {
  /** With each range that the writer comes to. */
  readonly onProgress: (progress: FetchProgress) => void;
  /** A block of another process is not what other blocks say, and is fetched again. */
  readonly onRefusal: (what: string, refusal: { readonly node: string; readonly reason: string }) => void;
  /** The queue failed. Where it cannot be opened, the threads fetch all. */
  readonly onError: (why: string) => void;
}

export interface FetchedRangesParts {
  readonly threads: BlockWorkers;
  readonly own: VerifiedSource;
  /** Of the writer. */
  readonly fence: Fence;
  readonly pool: Pool;
  readonly terms: FetchTerms;
  /** Of this process. */
  readonly name: string;
  readonly listener: FetchListener;
}

type Fetched = Map<number, FetchedBlock>;

/**
 * Blocks of a long fill, from the threads of this process and from other processes with `ROLE=fetch`. While there are any, ranges ahead are
 * published; the range that is needed next is fetched here if none of them has begun it. While it is under way elsewhere, the threads of this
 * process fetch a later one, as the others do.
 *
 * TRUST: a process is trusted as a thread is: roots and signatures are not checked again. Hashes are, and whatever is checked between blocks.
 */
export class FetchedRanges implements BlockSource {
  readonly width: number;
  readonly #window = new RangeWindow();
  readonly #opened = new Map<number, Promise<Fetched>>();
  /** Who gave the blocks that may still be found to contradict others. */
  readonly #givers = new Map<number, Pick<FetchedBlock, 'process' | 'node'>>();
  readonly #taken = new Map<string, number>();
  readonly #stopped = new AbortController();
  #queue: Promise<RangeQueue | undefined> | undefined;
  #isClean = false;
  #ahead: Promise<void> | undefined;
  #rest: NodeJS.Timeout | undefined;

  constructor(private readonly parts: FetchedRangesParts) {
    this.width = parts.threads.width;
  }

  expect(range: BlockRange): void {
    const left = this.#window.expect(range);
    if (left.length === 0) return;
    this.#withdraw(left).catch((error: Error) => this.parts.listener.onError(error.message));
  }

  async block(number: number, settled: boolean, link: BlockLink = {}): Promise<VerifiedBlock> {
    const { threads } = this.parts;
    const isPlain = settled && link.hash === undefined && link.parent === undefined;
    if (!isPlain) return this.#linked(number, settled, link);
    if (!this.#window.isExpected(number)) return threads.block(number, settled);
    const fetched = await this.#rangeOf(number);
    const block = fetched.get(number);
    if (block === undefined) return threads.block(number, settled);
    fetched.delete(number);
    return this.#decode(block) ?? threads.block(number, settled);
  }

  distrust(refused: BlockRefused): void {
    if (!this.#refuse(refused.blockNumber!, refused.message)) this.parts.threads.distrust(refused);
  }

  follows(parent: Parent, block: VerifiedBlock): boolean {
    return this.parts.own.follows(parent, block);
  }

  /** Gives back what is under way. Blocks that were asked for fail. */
  async close(): Promise<void> {
    this.#stopped.abort();
    await this.parts.threads.close();
    await this.#ahead;
    await this.#closeQueue();
  }

  /** A block that has to follow another one. If there is none, and another process gave that other one, that one is refused. */
  async #linked(number: number, settled: boolean, link: BlockLink): Promise<VerifiedBlock> {
    try {
      const block = await this.parts.threads.block(number, settled, link);
      this.#refuse(number, 'it does not follow the block before it');
      return block;
    } catch (error) {
      if (!(error instanceof SourceExhausted) || !link.parent || !this.#givers.has(number - 1)) throw error;
      throw new BlockRefused('wrong_parent', number - 1, {
        problem: 'no node gives a block that follows it',
      });
    }
  }

  /** @returns false where this process or nobody gave it */
  #refuse(number: number, reason: string): boolean {
    const giver = this.#givers.get(number);
    if (giver === undefined) return false;
    this.#givers.delete(number);
    this.#opened.set(firstOf(number), Promise.resolve(new Map()));
    this.parts.listener.onRefusal(`block ${number} of process ${giver.process}`, {
      node: giver.node,
      reason,
    });
    return true;
  }

  #decode(fetched: FetchedBlock): VerifiedBlock | undefined {
    const { number, payload, process, node } = fetched;
    this.#givers.set(number, { process, node });
    try {
      const block = decodeEncoded({ bundle: unpackBundle(payload), packed: payload });
      if (block.header.number !== number) throw new Error(`it is block ${block.header.number}`);
      // A node of ours, perhaps.
      this.parts.own.execution.noteGiver(number, node);
      return block;
    } catch (error) {
      this.#refuse(number, (error as Error).message);
      return undefined;
    }
  }

  /** Blocks of a range that others have fetched; none where this process is to. */
  #rangeOf(number: number): Promise<Fetched> {
    const first = firstOf(number);
    let opened = this.#opened.get(first);
    if (opened === undefined) {
      opened = this.#open(first);
      this.#opened.set(first, opened);
      this.#forget(first - RANGE_BLOCKS);
    }
    return opened;
  }

  #forget(below: number): void {
    for (const first of this.#opened.keys()) if (first < below) this.#opened.delete(first);
    for (const number of this.#givers.keys()) if (number < below) this.#givers.delete(number);
  }

  async #open(first: number): Promise<Fetched> {
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

  /** Lets others fetch ranges ahead, where there are any. @param from first block of the first that is not needed at once */
  async #publish(from: number): Promise<void> {
    const { pool, fence, terms, own } = this.parts;
    if (!this.#isClean) {
      // Nothing of former writers is added from now on: the fence keeps those off that still fetch for them.
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

  /** Waits for a range that was published. */
  async #take(first: number, name: string): Promise<Fetched> {
    const queue = (await this.#queue)!;
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      this.#stopped.signal.throwIfAborted();
      const isLate = Date.now() > deadline;
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

  async #fetchAhead(queue: RangeQueue, job: RangeJob): Promise<void> {
    const { pool, threads, name } = this.parts;
    try {
      await fetchRange({ queue, pool, threads, name }, job, this.#stopped.signal);
    } catch {
      // It is given back, and fails again where it is needed.
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
      // Those of a former writer.
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
      // A writer that came after this one needs what is there.
      await this.#fenced(async (tx) => {
        await queue.empty();
        await discardFetched(tx);
      });
    } catch {
      // The next writer does it.
    }
    await queue.close();
    this.#tell(await fetcherCount(this.parts.pool).catch(() => 0), 0);
  }
}

const firstOf = (number: number): number => number - (number % RANGE_BLOCKS);

const rangeFrom = (first: number): BlockRange => ({ fromBlock: first, toBlock: first + RANGE_BLOCKS - 1 });
