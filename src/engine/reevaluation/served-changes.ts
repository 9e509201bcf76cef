import type { PoolClient } from 'pg';
import type { Binding } from '../../definition/binding/binding.js';
import type { Catalog } from '../../definition/model/definition.js';
import { type Changes, changesSince } from './changes.js';
import { servedSet } from './stored-set.js';

/**
 * The differences between a catalog and the set that is served. They are read once in a re-evaluation, which
 * takes thousands of steps: meanwhile only the re-evaluation takes sources from the served set, and only
 * sources that differ already.
 */
export class ServedChanges {
  #known: { readonly set: number; readonly changes: Changes } | undefined;

  constructor(
    private readonly catalog: Catalog,
    private readonly bindings: ReadonlyMap<string, Binding>,
  ) {}

  /** Called when a re-evaluation begins. */
  reset(): void {
    this.#known = undefined;
  }

  /** @param set number of the set that is served */
  async since(tx: PoolClient, set: number): Promise<Changes> {
    if (this.#known?.set !== set) {
      const served = await servedSet(tx);
      this.#known = { set, changes: changesSince(served!, this.catalog, this.bindings) };
    }
    return this.#known.changes;
  }
}
