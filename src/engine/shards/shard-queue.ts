import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { DefinitionIndex } from '../model/engine-store.js';
import { DirtyQueue, type DirtyRange } from '../scheduler/dirty-queue.js';

/** The dirty ranges of a shard. It keeps those of subjects that other shards own apart. */
export class ShardQueue extends DirtyQueue {
  #foreign: DirtyRange[] = [];

  constructor(
    catalog: Catalog,
    private readonly owns: (subject: Address) => boolean,
  ) {
    super(catalog);
  }

  override add(definition: DefinitionIndex, subject: Address, from: number, to: number): void {
    if (this.owns(subject)) super.add(definition, subject, from, to);
    else this.#foreign.push({ definition, subject, from, to });
  }

  /** Takes the dirty ranges of one stratum. There must be none below it. */
  takeStratum(stratum: number): readonly DirtyRange[] {
    return this.lowest === stratum ? this.take() : [];
  }

  takeForeign(): readonly DirtyRange[] {
    const taken = this.#foreign;
    this.#foreign = [];
    return taken;
  }
}
