import type { Address } from '../../domain/chain/hex.js';
import type { EngineChanges, EngineStore, SourceKey, StoredSubject } from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';

/** Where a shard reads from. */
export interface ShardReads {
  /** Reads committed rows. */
  readonly committed: Pick<EngineStore, 'subjects' | 'blockHashes'>;
  readonly owns: (subject: Address) => boolean;
  /** Copies of subjects that other shards own, as they are in this step. */
  foreign(subjects: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>>;
  /** Reads within the transaction of the step. */
  keys(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]>;
}

/**
 * The store that a shard reads from and collects its changes in. It writes nothing to the database.
 *
 * INVARIANT: a shard reads no row that the step has written and not committed, and misses none:
 * - `subjects`: only the shard itself writes rows of its subjects, and only of those that it has loaded,
 *   which it keeps until the step ends. Rows that are loaded by key may be of subjects that it has not
 *   loaded; `keys` reads them. No step of shards writes answers of nodes.
 * - `subjects` of others: the owner copies what it has in memory, or loads it by the same rule.
 * - `keys`: read in the transaction, after the facts of all shards are written.
 * - `blockHashes`: blocks are committed before they are evaluated.
 * The thread that has the transaction does all other reads of an `EngineStore`.
 */
export class ShardStore implements EngineStore {
  #written: Partial<EngineChanges>[] = [];
  #copies: Address[] = [];

  constructor(private readonly reads: ShardReads) {}

  async subjects(addresses: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>> {
    const { committed, owns, foreign } = this.reads;
    const own = addresses.filter(owns);
    const others = addresses.filter((one) => !owns(one));
    const [stored, copied] = await Promise.all([
      own.length === 0 ? [] : committed.subjects(own),
      others.length === 0 ? [] : foreign(others),
    ]);
    this.#copies.push(...others);
    return new Map([...stored, ...copied]);
  }

  keys(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]> {
    return this.reads.keys(keys);
  }

  blockHashes(numbers: readonly number[]): Promise<readonly string[]> {
    return this.reads.committed.blockHashes(numbers);
  }

  async write(changes: Partial<EngineChanges>): Promise<void> {
    this.#written.push(changes);
  }

  /** What was written since the last call. */
  takeWritten(): Pick<EngineChanges, 'facts' | 'stateReads' | 'touches'> {
    const written = this.#written;
    this.#written = [];
    return {
      facts: written.flatMap(({ facts = [] }) => facts),
      stateReads: written.flatMap(({ stateReads = [] }) => stateReads),
      touches: written.flatMap(({ touches = [] }) => touches),
    };
  }

  /** The subjects of other shards that were read since the last call. */
  takeCopies(): readonly Address[] {
    const copies = this.#copies;
    this.#copies = [];
    return copies;
  }

  readonly ranges = notOfShards;
  readonly subjectsIn = notOfShards;
  readonly dependents = notOfShards;
  readonly dependentsOn = notOfShards;
  readonly viewChanges = notOfShards;
  readonly touched = notOfShards;
  readonly unwind = notOfShards;
}

function notOfShards(): never {
  throw new Error('a shard asked for what only the thread with the transaction reads');
}
