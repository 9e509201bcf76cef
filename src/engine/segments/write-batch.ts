import type { Address } from '../../domain/chain/hex.js';
import type {
  ClaimChange,
  DefinitionIndex,
  Dependency,
  DependencyKey,
  EngineStore,
  Readers,
  RequestedRead,
} from '../model/engine-store.js';

/** The writes of a step, done at its end in as few statements as possible. */
export class WriteBatch {
  /**
   * A list has one change of each subject and definition at most: a later change may concern a segment that
   * an earlier one adds.
   */
  readonly #claims: ClaimChange[][] = [[]];
  #changed = new Set<string>();
  /** By dependency key, then by the subject of the readers. */
  readonly #dependencies = new Map<string, Map<string, PendingReaders>>();
  readonly stateReads: RequestedRead[] = [];

  addClaim(change: ClaimChange): void {
    const name = `${change.definition} ${change.subject}`;
    if (this.#changed.has(name)) {
      this.#claims.push([]);
      this.#changed = new Set();
    }
    this.#changed.add(name);
    this.#claims[this.#claims.length - 1]!.push(change);
  }

  addDependency(read: DependencyKey, subject: Address, definition: DefinitionIndex): void {
    const name = nameOf(read);
    let bySubject = this.#dependencies.get(name);
    if (bySubject === undefined) {
      bySubject = new Map();
      this.#dependencies.set(name, bySubject);
    }
    const readers = bySubject.get(subject);
    if (readers === undefined) bySubject.set(subject, { ...read, subject, definitions: [definition] });
    else if (!readers.definitions.includes(definition)) readers.definitions.push(definition);
  }

  addStateRead(read: RequestedRead): void {
    this.stateReads.push(read);
  }

  /** Dependents of these keys, stored and pending. */
  async dependents(reads: readonly DependencyKey[], store: EngineStore): Promise<readonly Dependency[]> {
    const found = [...(await store.dependents(reads))];
    for (const read of reads)
      for (const { subject, definitions } of this.#dependencies.get(nameOf(read))?.values() ?? [])
        for (const definition of definitions) found.push({ ...read, subject, definition });
    return found;
  }

  /** All of them, in order. */
  get claims(): readonly ClaimChange[] {
    return this.#claims.flat();
  }

  get dependencies(): readonly Readers[] {
    return [...this.#dependencies.values()].flatMap((bySubject) => [...bySubject.values()]);
  }

  async write(store: EngineStore): Promise<void> {
    for (const claims of this.#claims) if (claims.length > 0) await store.write({ claims });
    const { dependencies, stateReads } = this;
    await store.write({ dependencies, stateReads });
  }
}

interface PendingReaders extends Readers {
  readonly definitions: DefinitionIndex[];
}

function nameOf({ of, what }: DependencyKey): string {
  return `${of} ${what}`;
}
