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

/** Those without work give their memory back after this time. */
const REST_MS = 60_000;

export interface ShardListener {
  /** A shard asks for rows by key. */
  keys(keys: readonly SourceKey[]): Promise<KeysAnswer>;
  /** One has died. */
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
 * The engine in several parts, each with some of the subjects. They start with the first step, and end when there is none for a while, when
 * a step fails, and when something else is written.
 */
export class Shards {
  #running: RunningShards | undefined;
  #store: EngineStore | undefined;
  /** Statements of one transaction: one shard is answered after another. */
  #keys: Promise<unknown> = Promise.resolve();
  #rest: NodeJS.Timeout | undefined;
  /** A thread has been lost: from then on one thread does everything. */
  #hasFailed = false;

  constructor(private readonly options: ShardsOptions) {}

  /** Blocks that follow one another, have the same records and close no gap. @param ranges of blocks that are evaluated */
  takes(appended: readonly BlockAppended[], ranges: ReadonlyMap<BlockRecords, BlockRanges>): boolean {
    const blocks = appended.map(({ block }) => block);
    if (this.#hasFailed || consecutive(blocks).length !== 1 || withSameRecords(blocks).length !== 1)
      return false;
    return [...runsByRecords(blocks)].every(([records, runs]) =>
      runs.every(({ toBlock }) => rangeWith(ranges.get(records) ?? [], toBlock + 1) === undefined),
    );
  }

  /** Evaluates a step of such blocks. @param store within a transaction that has nothing else */
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
