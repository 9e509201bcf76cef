import type {
  ClaimChange,
  Dependency,
  DependencyKey,
  EngineStore,
  RequestedRead,
} from '../model/engine-store.js';

/** The writes of a step, done at its end in as few statements as possible. */
export class WriteBatch {
  /** No two changes of one subject and definition in one list: what the later one changes may be what the earlier one adds. */
  readonly #claims: ClaimChange[][] = [[]];
  #changed = new Set<string>();
  /** By dependency key. */
  readonly #dependencies = new Map<string, Map<string, Dependency>>();
  readonly #stateReads: RequestedRead[] = [];

  addClaim(change: ClaimChange): void {
    const name = `${change.definition} ${change.subject}`;
    if (this.#changed.has(name)) {
      this.#claims.push([]);
      this.#changed = new Set();
    }
    this.#changed.add(name);
    this.#claims[this.#claims.length - 1]!.push(change);
  }

  addDependency(read: Dependency): void {
    const what = nameOf(read);
    let readers = this.#dependencies.get(what);
    if (readers === undefined) {
      readers = new Map();
      this.#dependencies.set(what, readers);
    }
    readers.set(`${read.definition} ${read.subject}`, read);
  }

  addStateRead(read: RequestedRead): void {
    this.#stateReads.push(read);
  }

  /** Dependents of these keys, stored and pending. */
  async dependents(reads: readonly DependencyKey[], store: EngineStore): Promise<readonly Dependency[]> {
    const found = reads.flatMap((read) => [...(this.#dependencies.get(nameOf(read))?.values() ?? [])]);
    return [...(await store.dependents(reads)), ...found];
  }

  async write(store: EngineStore): Promise<void> {
    for (const claims of this.#claims) if (claims.length > 0) await store.write({ claims });
    const dependencies = [...this.#dependencies.values()].flatMap((readers) => [...readers.values()]);
    await store.write({ dependencies, stateReads: this.#stateReads });
  }
}

function nameOf({ of, what }: DependencyKey): string {
  return `${of} ${what}`;
}
