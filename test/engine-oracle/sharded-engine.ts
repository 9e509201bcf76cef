import type { Binding } from '../../src/definition/binding/binding.js';
import type { Catalog } from '../../src/definition/model/definition.js';
import type { Address } from '../../src/domain/chain/hex.js';
import type { VerifiedBlock } from '../../src/domain/chain/record/block.js';
import { type BlockFacts, joined, ofSubjects } from '../../src/engine/facts/block-facts.js';
import type { EngineStore, StoredSubject } from '../../src/engine/model/engine-store.js';
import { Engine } from '../../src/engine/scheduler/engine.js';
import { REMEMBERED_ROWS } from '../../src/engine/scheduler/subject-cache.js';
import { Shard } from '../../src/engine/shards/shard.js';
import type { ShardQuestion } from '../../src/engine/shards/shard-messages.js';
import { shardOf } from '../../src/engine/shards/shard-of.js';
import type { AskedShard } from '../../src/engine/shards/sharded-append.js';
import { type RunningShards, type ShardListener, Shards } from '../../src/engine/shards/shards.js';
import type { EngineNumbers } from '../../src/engine/store/engine-numbers.js';

/** Reads of committed rows, and the numbers of the catalog in tables. */
export interface CommittedReads {
  readonly store: Pick<EngineStore, 'subjects' | 'blockHashes'>;
  readonly numbers: EngineNumbers;
}

export interface ShardedEngineOptions {
  readonly shards: number;
  readonly committed: CommittedReads;
  /** Whether each subject is evicted after the step. */
  readonly forgets?: boolean;
}

/** The engine with shards as the projector runs it, in one thread. Messages between parts are copied, as between threads. */
export class ShardedEngine extends Engine {
  readonly #shards: Shards;
  #blocks: readonly VerifiedBlock[] = [];
  /** Steps of shards, and copies of subjects that shards requested from one another. */
  static steps = 0;
  static copies = 0;

  constructor(
    private readonly rules: Catalog,
    private readonly registries: ReadonlyMap<string, Binding>,
    private readonly lowest: number,
    private readonly most: number | undefined,
    private readonly options: ShardedEngineOptions,
  ) {
    super(rules, registries, lowest, most);
    this.#shards = new Shards({
      ...{ catalog: rules, triggers: this.triggers },
      start: (_, listener) => this.#start(listener),
    });
  }

  override async append(store: EngineStore, blocks: readonly VerifiedBlock[]) {
    const appended = blocks.map((block, position) => ({
      ...{ kind: 'BlockAppended' as const, position, block },
    }));
    const ranges = await store.ranges();
    if (!this.#shards.takes(appended, ranges)) {
      this.#shards.end();
      return super.append(store, blocks);
    }
    ShardedEngine.steps += 1;
    super.resetCache();
    this.#blocks = blocks;
    await this.#shards.append(store, this.options.committed.numbers, appended, ranges);
    return { pairs: 0, evaluations: 0, proofs: 0 };
  }

  override unwind(...call: Parameters<Engine['unwind']>): Promise<void> {
    this.#shards.end();
    return super.unwind(...call);
  }

  override learn(...call: Parameters<Engine['learn']>): Promise<void> {
    this.#shards.end();
    return super.learn(...call);
  }

  override resetCache(): void {
    this.#shards?.end();
    super.resetCache();
  }

  #start(listener: ShardListener): RunningShards {
    const { options } = this;
    const shards: Shard[] = [];
    const foreign = async (subjects: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>> => {
      ShardedEngine.copies += subjects.length;
      const copies = await Promise.all(
        shards.map((shard, at) =>
          shard.copies(subjects.filter((one) => shardOf(one, options.shards) === at)),
        ),
      );
      return structuredClone(new Map(copies.flatMap((some) => [...some])));
    };
    for (let at = 0; at < options.shards; at++)
      shards.push(
        new Shard({
          ...{ catalog: this.rules, bindings: this.registries, firstBlock: this.lowest },
          ...{ foreign, committed: options.committed.store },
          mostSegments: this.most,
          shards: options.forgets ? REMEMBERED_ROWS : options.shards,
          owns: (subject) => shardOf(subject, options.shards) === at,
          eventsOf: async () => new Map(),
          keys: async (keys) => structuredClone(await listener.keys(keys)),
        }),
      );
    return { shards: shards.map((shard, at) => this.#asked(shard, at)), end: () => undefined };
  }

  /** Facts of each block are extracted separately, as shards divide that work. */
  #factsFor(shard: Shard, at: number): BlockFacts {
    const parts = this.#blocks.map((block) => structuredClone(shard.factsOf([block])));
    return ofSubjects(joined(parts), (subject) => shardOf(subject, this.options.shards) === at);
  }

  #asked(shard: Shard, at: number): AskedShard {
    const answer = async (question: ShardQuestion): Promise<unknown> => {
      if (question.ask === 'begin') return shard.begin(question.step, this.#factsFor(shard, at));
      if (question.ask === 'pass') return shard.pass(question.stratum, question.dirty);
      return shard.end();
    };
    return { ask: async (question) => structuredClone(await answer(structuredClone(question))) as never };
  }
}
