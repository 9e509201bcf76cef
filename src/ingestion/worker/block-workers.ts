import { availableParallelism } from 'node:os';
import type { Worker } from 'node:worker_threads';
import type { ForkSchedule } from '../../domain/chain/protocol/fork-schedule.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import { decodeEncoded, type EncodedBlock, encodedBlock } from '../../event-store/encoded-block.js';
import { type RefusalListener, SourceExhausted } from '../../node/rpc/node-refusal.js';
import { OwnThread } from '../../platform/thread/own-thread.js';
import type { BlockLink, BlockSource, VerifiedSource } from '../append/verified-source.js';
import type { BlockRefused } from '../verify/finding/block-refused.js';
import type { Parent } from '../verify/parent-rules.js';
import type { WorkerMessage, WorkerSettings } from './worker-message.js';

/** Blocks under way in each worker: one is verified while others are fetched. More would only cost memory. */
const WIDTH = 3;
/** A worker without work ends after this time, to free its memory. */
const REST_MS = 60_000;
/** Workers that may die before no new one is started. */
const MOST_LOST = 8;

/** Default number of workers: the threads that write and evaluate share the remaining core, and need it. */
export const WORKERS = Math.max(1, availableParallelism() - 1);
/** For fewer blocks than this, workers would start too late. */
export const WORKER_BLOCKS = 256;

/** A settled block as bytes. */
export interface GivenBlock extends EncodedBlock {
  readonly number: number;
  /** Name of the node that gave it. */
  readonly node: string;
}

interface Job {
  readonly done: (block: GivenBlock) => void;
  readonly failed: (error: unknown) => void;
}

interface BlockWorker {
  readonly thread: Worker;
  readonly jobs: Map<number, Job>;
  rest?: NodeJS.Timeout;
}

export interface WorkerListener {
  readonly onRefusal: RefusalListener;
  readonly onVerified?: (seconds: number) => void;
  /** Called when a worker has died. The source of this thread fetches the blocks that it had under way. */
  readonly onLost: (reason: string, blocks: readonly number[]) => void;
}

/**
 * Settled blocks from several threads, each of which fetches, verifies and encodes. The source of this thread
 * gives all others: a block with an allocation or a required neighbour, and one that contradicted others.
 *
 * INVARIANT: each block is what the source of this thread would give. The caller decides their order.
 */
export class BlockWorkers implements BlockSource {
  readonly width: number;
  readonly #settings: WorkerSettings;
  readonly #workers: BlockWorker[] = [];
  readonly #contradicted = new Set<number>();
  #lost = 0;
  #closed = false;

  /**
   * Threads start when they are first needed. @param count number of workers; with 0, the source of this
   * thread gives all blocks
   */
  constructor(
    private readonly own: VerifiedSource,
    schedule: ForkSchedule,
    private readonly count: number,
    private readonly listener: WorkerListener,
  ) {
    this.#settings = { nodes: own.execution.found, schedule, firstBlock: own.genesis.number };
    this.width = Math.max(own.width, WIDTH * count);
  }

  async block(number: number, settled: boolean, link: BlockLink = {}): Promise<VerifiedBlock> {
    const isPlain = settled && link.hash === undefined && link.parent === undefined;
    const given = isPlain ? this.#byWorker(number) : undefined;
    return given ? decodeEncoded(await given) : this.own.block(number, settled, link);
  }

  /** The bytes of a settled block, which are not decoded if a worker gives them. */
  encoded(number: number): Promise<GivenBlock> {
    return this.#byWorker(number) ?? this.#byOwn(number);
  }

  /** Undefined where the source of this thread has to give the block. */
  #byWorker(number: number): Promise<GivenBlock> | undefined {
    if (this.#closed || this.#contradicted.has(number) || this.own.mayHaveAllocation(number))
      return undefined;
    const worker = this.#leastBusy();
    if (worker === undefined) return undefined;
    return new Promise((done, failed) => {
      worker.jobs.set(number, { done, failed });
      clearTimeout(worker.rest);
      worker.thread.ref();
      worker.thread.postMessage(number);
    });
  }

  async #byOwn(number: number): Promise<GivenBlock> {
    const block = await this.own.block(number, true);
    return { number, ...encodedBlock(block), node: this.own.execution.giverOf(number)! };
  }

  distrust(refused: BlockRefused): void {
    this.own.distrust(refused);
    this.#contradicted.add(refused.blockNumber!);
  }

  follows(parent: Parent, block: VerifiedBlock): boolean {
    return this.own.follows(parent, block);
  }

  /** Ends the threads; blocks under way fail. */
  async close(): Promise<void> {
    this.#closed = true;
    const workers = this.#workers.splice(0);
    for (const { jobs } of workers)
      for (const { failed } of jobs.values()) failed(new Error('the workers were stopped'));
    for (const { rest } of workers) clearTimeout(rest);
    await Promise.all(workers.map(({ thread }) => thread.terminate()));
  }

  /** Undefined where every worker has died, and no further one may be started. */
  #leastBusy(): BlockWorker | undefined {
    if (this.#workers.length < this.count && this.#lost < MOST_LOST) return this.#start();
    const [first, ...others] = this.#workers;
    return first && others.reduce((best, one) => (one.jobs.size < best.jobs.size ? one : best), first);
  }

  #start(): BlockWorker {
    const thread = new OwnThread(new URL('./block-worker.js', import.meta.url), {
      workerData: this.#settings,
    });
    const worker: BlockWorker = { thread, jobs: new Map() };
    thread.on('message', (message: WorkerMessage) => this.#hear(worker, message));
    let reason = 'it exited';
    thread.on('error', (error) => {
      reason = error.message;
    });
    thread.on('exit', () => this.#lose(worker, reason));
    this.#workers.push(worker);
    return worker;
  }

  #hear(worker: BlockWorker, message: WorkerMessage): void {
    if (message.kind === 'refused') {
      if (!this.#closed) this.listener.onRefusal(message.what, message.refusal);
      return;
    }
    const { number } = message;
    const { thread, jobs } = worker;
    const job = jobs.get(number);
    jobs.delete(number);
    if (jobs.size === 0) {
      thread.unref();
      worker.rest = setTimeout(() => this.#end(worker), REST_MS).unref();
    }
    if (message.kind === 'exhausted') job?.failed(new SourceExhausted(message.what, message.refusals));
    else if (message.kind === 'failed') job?.failed(new Error(message.reason));
    else {
      this.own.execution.noteGiver(number, message.node);
      this.listener.onVerified?.(message.verifySeconds);
      const [bundle, packed] = [bytesOf(message.bundle), bytesOf(message.packed)];
      job?.done({ number, bundle, packed, node: message.node });
    }
  }

  #end(worker: BlockWorker): void {
    this.#workers.splice(this.#workers.indexOf(worker), 1);
    void worker.thread.terminate();
  }

  /** INVARIANT: no block is lost with its worker: the source of this thread fetches those under way. */
  #lose(worker: BlockWorker, reason: string): void {
    const at = this.#workers.indexOf(worker);
    // This thread has ended the worker.
    if (at < 0) return;
    this.#workers.splice(at, 1);
    this.#lost++;
    const jobs = [...worker.jobs];
    this.listener.onLost(
      reason,
      jobs.map(([number]) => number),
    );
    for (const [number, { done, failed }] of jobs) this.#byOwn(number).then(done, failed);
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** The log line about a worker that died. */
export function lostWorker(reason: string, blocks: readonly number[]): string {
  return `a worker died (${reason}); the blocks that it had under way are fetched again: ${blocks.join(', ') || 'none'}`;
}
