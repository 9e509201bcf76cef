import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { VerifiedBlock } from '../../domain/chain/record/block.js';
import type { BlockFacts } from '../facts/block-facts.js';
import type { ClaimChange } from '../model/engine-store.js';
import { ChangedKeys } from '../scheduler/changed-keys.js';
import type { DirtyRange } from '../scheduler/dirty-queue.js';
import { type EngineParts, engineParts } from '../scheduler/engine-parts.js';
import { type Figures, Pass } from '../scheduler/pass.js';
import { REMEMBERED_ROWS } from '../scheduler/subject-cache.js';
import { WriteBatch } from '../segments/write-batch.js';
import { packClaims } from './packed-claims.js';
import type { Begun, ChangedKey, Passed, StepBlocks, SubjectsAnswer } from './shard-messages.js';
import { ShardQueue } from './shard-queue.js';
import { type ShardReads, ShardStore } from './shard-store.js';

export interface ShardOptions extends ShardReads {
  readonly catalog: Catalog;
  readonly bindings: ReadonlyMap<string, Binding>;
  readonly firstBlock: number;
  readonly shards: number;
  readonly mostSegments?: number | undefined;
  /** Positions of the events that appended the reference blocks of proofs, by block hash. */
  eventsOf(claims: readonly ClaimChange[]): Promise<ReadonlyMap<string, number>>;
}

/**
 * The engine for the subjects of one shard.
 *
 * INVARIANT: a step that does not commit ends the shard. So all that it keeps in memory is committed, or of
 * the present step.
 */
export class Shard {
  readonly #store: ShardStore;
  readonly #engine: EngineParts;
  readonly #newQueue: () => ShardQueue;
  readonly #eventsOf: ShardOptions['eventsOf'];
  #queue: ShardQueue;
  #packs = false;

  constructor(options: ShardOptions) {
    const { catalog, bindings, firstBlock, shards, owns, mostSegments } = options;
    this.#store = new ShardStore(options);
    this.#eventsOf = options.eventsOf;
    const remembered = Math.ceil(REMEMBERED_ROWS / shards);
    this.#engine = engineParts({ catalog, bindings, firstBlock, owns, remembered, mostSegments });
    this.#newQueue = () => new ShardQueue(catalog, owns);
    this.#queue = this.#newQueue();
  }

  /**
   * All facts of blocks. They depend on the blocks alone, so those of the next step can be read while this
   * one is written.
   */
  factsOf(blocks: readonly VerifiedBlock[]): BlockFacts {
    // The copy computes lazy fields once for all shards, and does not keep the blocks in memory.
    return { ...this.#engine.facts.of(blocks) };
  }

  /** Adds the blocks of a step. @param facts of the subjects of this shard */
  async begin({ ranges, packs }: StepBlocks, facts: BlockFacts): Promise<Begun> {
    this.#queue = this.#newQueue();
    this.#packs = packs;
    this.#engine.ranges.set(ranges);
    const changed = new ChangedKeys();
    await this.#engine.blocks.add(this.#store, facts, this.#queue, changed);
    return { ...this.#store.takeWritten(), changed: listed(changed), lowest: this.#queue.lowest };
  }

  /** Evaluates what is dirty in a stratum. @param dirty found by others */
  async pass(stratum: number, dirty: readonly DirtyRange[]): Promise<Passed> {
    for (const { definition, subject, from, to } of dirty) this.#queue.add(definition, subject, from, to);
    const batch = new WriteBatch();
    const figures: Figures = { pairs: 0, evaluations: 0, proofs: 0 };
    const items = this.#queue.takeStratum(stratum);
    const changed = await new Pass(this.#queue, { ...this.#engine, store: this.#store }, batch, figures).run(
      items,
    );
    // Claims of the copied subjects may change in the next pass.
    this.#engine.cache.forget(this.#store.takeCopies());
    const { claims, dependencies, stateReads } = batch;
    const events = this.#packs && claims.length > 0 ? await this.#eventsOf(claims) : undefined;
    return {
      ...{ claims: packClaims(claims, events), dependencies, stateReads },
      ...{ foreign: this.#queue.takeForeign(), changed: listed(changed), lowest: this.#queue.lowest },
    };
  }

  /** Ends the step. */
  end(): void {
    this.#engine.cache.trim();
  }

  /** What is known of subjects of this shard, for an evaluation of another. */
  async copies(subjects: readonly Address[]): Promise<SubjectsAnswer> {
    await this.#engine.cache.loadSubjects(subjects, this.#store);
    return new Map(subjects.map((subject) => [subject, this.#engine.cache.subject(subject)!.copy()]));
  }
}

function listed(changed: ChangedKeys): readonly ChangedKey[] {
  return changed.keys.map((key) => ({ key, ...changed.blocksOf(key) }));
}
