import type { ClaimChange, CrossRead, EngineStore, Read, Want } from './engine-store.js';

/** What a step has found out and not stored yet: stored at its end, in as few statements as can be. */
export class Findings {
  /** No two changes of one subject and definition in one list: what the later one changes may be what the earlier one adds. */
  readonly #claims: ClaimChange[][] = [[]];
  #changed = new Set<string>();
  /** By what is read. */
  readonly #crossReads = new Map<string, Map<string, CrossRead>>();
  readonly #wants: Want[] = [];

  addClaim(change: ClaimChange): void {
    const name = `${change.definition} ${change.subject}`;
    if (this.#changed.has(name)) {
      this.#claims.push([]);
      this.#changed = new Set();
    }
    this.#changed.add(name);
    this.#claims[this.#claims.length - 1]!.push(change);
  }

  addCrossRead(read: CrossRead): void {
    const what = nameOf(read);
    let readers = this.#crossReads.get(what);
    if (readers === undefined) {
      readers = new Map();
      this.#crossReads.set(what, readers);
    }
    readers.set(`${read.definition} ${read.subject}`, read);
  }

  addWant(want: Want): void {
    this.#wants.push(want);
  }

  /** Who reads these of another address: as stored, and as found out since. */
  async crossReaders(reads: readonly Read[], store: EngineStore): Promise<readonly CrossRead[]> {
    const found = reads.flatMap((read) => [...(this.#crossReads.get(nameOf(read))?.values() ?? [])]);
    return [...(await store.crossReaders(reads)), ...found];
  }

  async write(store: EngineStore): Promise<void> {
    for (const claims of this.#claims) if (claims.length > 0) await store.write({ claims });
    const crossReads = [...this.#crossReads.values()].flatMap((readers) => [...readers.values()]);
    await store.write({ crossReads, wants: this.#wants });
  }
}

function nameOf({ of, what }: Read): string {
  return `${of} ${what}`;
}
