import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRange } from '../../domain/interval/block-range.js';
import type { DefinitionIndex, EngineStore } from '../model/engine-store.js';
import type { TriggerIndex } from '../model/trigger-index.js';
import { ChangedKeys } from '../scheduler/changed-keys.js';
import type { DirtyRange } from '../scheduler/dirty-queue.js';
import { addViews, spread } from '../scheduler/spread.js';
import { WriteBatch } from '../segments/write-batch.js';
import { unpackClaims } from './packed-claims.js';
import type { Begun, ChangedKey, Passed, ShardQuestion, StepBlocks } from './shard-messages.js';
import { shardOf } from './shard-of.js';

export interface AskedShard {
  ask<Answer>(question: ShardQuestion): Promise<Answer>;
}

/**
 * One step of all shards, in the thread that has its transaction. Strata are barriers: no shard evaluates a
 * stratum before all shards have evaluated those below it.
 */
export class ShardedAppend {
  readonly #batch = new WriteBatch();
  readonly #dirty: DirtyOfShards;

  constructor(
    catalog: Catalog,
    private readonly triggers: TriggerIndex,
    private readonly shards: readonly AskedShard[],
    private readonly store: EngineStore,
  ) {
    this.#dirty = new DirtyOfShards(catalog, shards.length);
  }

  async run(step: StepBlocks, blocks: BlockRange): Promise<void> {
    let lowest = await this.#begin(step, blocks);
    while (lowest !== undefined) lowest = await this.#pass(lowest);
    // The shards read the next step while this one is written.
    const { after, count } = step;
    for (const shard of this.shards) shard.ask({ ask: 'end', step: { after, count } }).catch(() => undefined);
    await this.#batch.write(this.store);
  }

  async #begin(step: StepBlocks, blocks: BlockRange): Promise<number | undefined> {
    const { store, shards } = this;
    const asked = Promise.all(shards.map((shard) => shard.ask<Begun>({ ask: 'begin', step })));
    asked.catch(() => undefined);
    const changed = addViews(await store.viewChanges(blocks), this.triggers);
    const begun = await asked;
    await store.write({
      facts: begun.flatMap(({ facts }) => facts),
      stateReads: begun.flatMap(({ stateReads }) => stateReads),
      touches: begun.flatMap(({ touches }) => touches),
    });
    for (const one of begun) addAll(changed, one.changed);
    await spread(changed, (keys) => store.dependents(keys), this.#dirty);
    return this.#lowest(begun);
  }

  async #pass(stratum: number): Promise<number | undefined> {
    const { store, shards } = this;
    const asked = shards.map((shard, at) =>
      shard.ask<Passed>({ ask: 'pass', stratum, dirty: this.#dirty.take(at) }),
    );
    const passed = await Promise.all(asked);
    const changed = new ChangedKeys();
    for (const one of passed) {
      this.#add(one);
      addAll(changed, one.changed);
    }
    await spread(changed, (keys) => this.#batch.dependents(keys, store), this.#dirty);
    return this.#lowest(passed);
  }

  #add({ claims, dependencies, stateReads, foreign }: Passed): void {
    for (const claim of unpackClaims(claims)) this.#batch.addClaim(claim);
    for (const { of, what, subject, definitions } of dependencies)
      for (const definition of definitions) this.#batch.addDependency({ of, what }, subject, definition);
    for (const read of stateReads) this.#batch.addStateRead(read);
    for (const { definition, subject, from, to } of foreign) this.#dirty.add(definition, subject, from, to);
  }

  #lowest(shards: readonly { readonly lowest: number | undefined }[]): number | undefined {
    const lowest = Math.min(this.#dirty.lowest, ...shards.map((shard) => shard.lowest ?? NONE));
    return lowest === NONE ? undefined : lowest;
  }
}

const NONE = Number.POSITIVE_INFINITY;

/** Dirty ranges that have not been sent to the shards of their subjects yet. */
class DirtyOfShards {
  readonly #byShard: DirtyRange[][];
  /** The lowest stratum that has any. */
  lowest = NONE;

  constructor(
    private readonly catalog: Catalog,
    shards: number,
  ) {
    this.#byShard = Array.from({ length: shards }, () => []);
  }

  add(definition: DefinitionIndex, subject: Address, from: number, to: number): void {
    this.lowest = Math.min(this.lowest, this.catalog.definitions[definition]!.stratum);
    this.#byShard[shardOf(subject, this.#byShard.length)]!.push({ definition, subject, from, to });
  }

  /** Takes those of one shard. All shards' are taken before others are added. */
  take(shard: number): readonly DirtyRange[] {
    this.lowest = NONE;
    return this.#byShard[shard]!.splice(0);
  }
}

function addAll(changed: ChangedKeys, added: readonly ChangedKey[]): void {
  for (const { key, from, to } of added) changed.add(key, from, to);
}
