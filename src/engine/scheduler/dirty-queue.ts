import type { Catalog } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { DefinitionIndex } from '../model/engine-store.js';

/**
 * A subject and definition to evaluate again, and the blocks in which its dependencies changed. Each range of
 * the definition that has any of these blocks is evaluated from there to its end. Other ranges are not,
 * because an evaluation might request state that it would not request if blocks had come in another order.
 */
export interface DirtyRange {
  readonly definition: DefinitionIndex;
  readonly subject: Address;
  from: number;
  to: number;
}

/** Dirty ranges, lowest stratum first. */
export class DirtyQueue {
  /** By definition, then by subject. */
  readonly #strata: Map<DefinitionIndex, Map<string, DirtyRange>>[] = [];

  constructor(private readonly catalog: Catalog) {}

  add(definition: DefinitionIndex, subject: Address, from: number, to: number): void {
    const { stratum } = this.catalog.definitions[definition]!;
    while (this.#strata.length <= stratum) this.#strata.push(new Map());
    let items = this.#strata[stratum]!.get(definition);
    if (items === undefined) {
      items = new Map();
      this.#strata[stratum]!.set(definition, items);
    }
    const known = items.get(subject);
    if (known === undefined) items.set(subject, { definition, subject, from, to });
    else {
      known.from = Math.min(known.from, from);
      known.to = Math.max(known.to, to);
    }
  }

  /** The lowest stratum that has anything; undefined when all is done. */
  get lowest(): number | undefined {
    const at = this.#strata.findIndex(({ size }) => size > 0);
    return at === -1 ? undefined : at;
  }

  /** Takes everything of the lowest stratum that has anything; nothing when all is done. */
  take(): readonly DirtyRange[] {
    const items = this.#strata.find(({ size }) => size > 0);
    if (items === undefined) return [];
    const taken: DirtyRange[] = [];
    for (const ofDefinition of items.values()) for (const item of ofDefinition.values()) taken.push(item);
    items.clear();
    return taken;
  }
}
