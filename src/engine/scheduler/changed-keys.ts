import type { DependencyKey } from '../model/engine-store.js';

/** The span of blocks over which a value changed. It may cover several ranges. */
interface ChangedBlocks {
  readonly key: DependencyKey;
  from: number;
  to: number;
}

/** Facts and claims that changed, as others depend on them. */
export class ChangedKeys {
  /** By `of`, then by `what`. */
  readonly #blocks = new Map<string, Map<string, ChangedBlocks>>();

  add(key: DependencyKey, from: number, to: number): void {
    let ofAddress = this.#blocks.get(key.of);
    if (ofAddress === undefined) {
      ofAddress = new Map();
      this.#blocks.set(key.of, ofAddress);
    }
    const known = ofAddress.get(key.what);
    if (known === undefined) ofAddress.set(key.what, { key, from, to });
    else {
      known.from = Math.min(known.from, from);
      known.to = Math.max(known.to, to);
    }
  }

  get keys(): readonly DependencyKey[] {
    return [...this.#blocks.values()].flatMap((ofAddress) => [...ofAddress.values()].map(({ key }) => key));
  }

  /** The blocks of a key that was added. */
  blocksOf({ of, what }: DependencyKey): { readonly from: number; readonly to: number } {
    return this.#blocks.get(of)!.get(what)!;
  }
}
