import type { Catalog } from '../../definition/model/definition.js';
import type { BlockAppended } from '../../domain/event/chain-event.js';
import { type BlockRanges, rangeWith } from '../../domain/interval/block-range.js';
import { consecutive } from '../../domain/interval/consecutive.js';
import type { BlockRecords } from '../model/block-records.js';
import { coverageOf, runsByRecords, withSameRecords } from '../model/covered.js';
import type { EngineStore, SourceKey } from '../model/engine-store.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { rangesAfter } from '../scheduler/new-blocks.js';
import { areTemplatesNumbered, type EngineNumbers } from '../store/engine-numbers.js';
import type { KeysAnswer } from './shard-messages.js';
import { type AskedShard, ShardedAppend } from './sharded-append.js';

/** Idle threads end after this time, which frees their memory. */
const REST_MS = 60_000;

export interface ShardListener {
  /** A shard asks for rows by key. */
  keys(keys: readonly SourceKey[]): Promise<KeysAnswer>;
  /** The thread of a shard has died. */
  onLost(): void;
}

export interface RunningShards {
  readonly shards: readonly AskedShard[];
  end(): void;
}

export interface ShardsOptions {
  readonly catalog: Catalog;
  readonly triggers: TriggerIndex;
  start(numbers: EngineNumbers, listener: ShardListener): RunningShards;
}

/**
 * The engine in several parts, each with some of the subjects. Their threads start with the first step. They
 * end when there has been no step for a while, when a step fails, and when anything else is written.
 */
export class Shards {
  #running: RunningShards | undefined;
  #store: EngineStore | undefined;
  /** All shards read by key in one transaction, so they are answered one after another. */
  #keys: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  /** A thread has been lost: from then on one thread does everything. */
  #hasFailed = false;

  constructor(private readonly options: ShardsOptions) {}

  /**
   * Whether shards can evaluate a step: its blocks are consecutive, have the same records and close no gap.
   *
   * @param ranges of evaluated blocks
   */
  takes(appended: readonly BlockAppended[], ranges: ReadonlyMap<BlockRecords, BlockRanges>): boolean {
    const blocks = appended.map(({ block }) => block);
    if (this.#hasFailed || consecutive(blocks).length !== 1 || withSameRecords(blocks).length !== 1)
      return false;
    return [...runsByRecords(blocks)].every(([records, runs]) =>
      runs.every(({ toBlock }) => rangeWith(ranges.get(records) ?? [], toBlock + 1) === undefined),
    );
  }

  /** Evaluates a step that `takes` accepts. @param store within a transaction that has nothing else */
  async append(
    store: EngineStore,
    numbers: EngineNumbers,
    appended: readonly BlockAppended[],
    ranges: ReadonlyMap<BlockRecords, BlockRanges>,
  ): Promise<void> {
    const { catalog, triggers, start } = this.options;
    clearTimeout(this.#rest);
    this.#running ??= start(numbers, {
      keys: (keys) => this.#keysOf(keys),
      onLost: () => {
        this.#hasFailed = true;
      },
    });
    this.#store = store;
    try {
      const blocks = appended.map(({ block }) => block);
      const packs = areTemplatesNumbered(numbers);
      const step = { after: appended[0]!.position - 1, count: appended.length, ranges, packs };
      await new ShardedAppend(catalog, triggers, this.#running.shards, store).run(step, {
        fromBlock: blocks[0]!.header.number,
        toBlock: blocks.at(-1)!.header.number,
      });
      await store.write({ coverage: coverageOf(catalog, rangesAfter(ranges, blocks)) });
    } catch (error) {
      this.end();
      throw error;
    } finally {
      this.#store = undefined;
      this.#rest = setTimeout(() => this.end(), REST_MS).unref();
    }
  }

  /** Ends the threads, and with them their caches. */
  end(): void {
    clearTimeout(this.#rest);
    this.#running?.end();
    this.#running = undefined;
  }

  #keysOf(keys: readonly SourceKey[]): Promise<KeysAnswer> {
    const store = this.#store;
    const found = this.#keys.then(() => {
      if (store === undefined || store !== this.#store) throw new Error('the step has ended');
      return store.keys(keys);
    });
    this.#keys = found.catch(() => undefined);
    return found;
  }
}
