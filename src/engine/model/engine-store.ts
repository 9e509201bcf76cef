import type { SourceId } from '../../definition/model/predicate.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import type { BlockRange, BlockRanges } from '../../domain/interval/block-range.js';
import type { BlockRecords } from './block-records.js';
import type { FactRow } from './fact-row.js';
import type { NewSegment, Segment, UndecidedInterval } from './segment.js';

/** Index into `Catalog.definitions`. */
export type DefinitionIndex = number;

/** The stored state of one address. */
export interface StoredSubject {
  /** Without rows of sources that are loaded key by key. */
  readonly rows: readonly FactRow[];
  readonly segments: ReadonlyMap<DefinitionIndex, readonly Segment[]>;
  readonly undecided: ReadonlyMap<DefinitionIndex, readonly UndecidedInterval[]>;
  readonly answers: readonly StoredReadResult[];
  /** Definitions that were evaluated for the address, by the first block of the range. Only in memory. */
  readonly evaluated?: ReadonlyMap<number, Set<DefinitionIndex>>;
}

/** The result of a state read, or that the node could not answer. */
export interface StoredReadResult {
  /** As `formatStateRead` writes it. */
  readonly what: string;
  readonly block: number;
  readonly outcome: 'answered' | 'reverted' | 'unavailable';
  /** Present where the node answered. */
  readonly output?: Hex;
}

/** One key of a source that is loaded key by key. */
export interface SourceKey {
  readonly subject: Address;
  readonly source: SourceId;
  readonly key: string;
  /** For a view call: the first block at whose end its result is needed. */
  readonly from?: number;
}

/** A view call whose result may differ from block `from` on. */
export interface ViewChange {
  readonly contract: Address;
  /** Call data. */
  readonly data: Hex;
  readonly from: number;
}

/** Means all keys of a binding, for evaluations that look at each of them. */
export const EVERY_KEY = '0x';

/** A fact or claim of another address, or a binding entry, that an evaluation reads. */
export interface DependencyKey {
  /** The other address, or the key looked up in a binding, or `EVERY_KEY`. */
  readonly of: string;
  /** A definition id, the text of a source and a key, or `binding:<id>`. */
  readonly what: string;
}

/** An evaluation that reads something. */
export interface Dependent {
  readonly subject: Address;
  readonly definition: DefinitionIndex;
}

export interface Dependency extends DependencyKey, Dependent {}

/** The definitions whose evaluations of one subject read the same key. */
export interface Readers extends DependencyKey {
  readonly subject: Address;
  readonly definitions: readonly DefinitionIndex[];
}

/** A state read that the node has still to answer. */
export interface RequestedRead {
  readonly subject: Address;
  /** As `formatStateRead` writes it. */
  readonly what: string;
  /** The read is of the state at the end of this block. */
  readonly block: number;
  /** For initial states: first block of the range. There is at most one open read for each initial state. */
  readonly openedAt?: number;
}

/** An address, and the first block of a range that touches it. */
export interface Touch {
  readonly subject: Address;
  readonly block: number;
}

/** How the segments of one subject and definition change. */
export interface ClaimChange {
  readonly subject: Address;
  readonly definition: DefinitionIndex;
  readonly removed: readonly Segment[];
  /** Segments whose end alone changes. */
  readonly moved: readonly { readonly segment: Segment; readonly end: number | undefined }[];
  readonly added: readonly NewSegment[];
  readonly undecided?: {
    readonly removed: readonly UndecidedInterval[];
    readonly added: readonly UndecidedInterval[];
  };
  readonly events: readonly FactEvent[];
}

/** A change of a claim. */
export interface FactEvent {
  readonly kind: 'proven' | 'superseded' | 'lapsed';
  readonly block: number;
  readonly object: string;
  /** Absent when lapsed. */
  readonly proofHash?: string;
}

/** Everything one step changes; written in the transaction of the blocks it comes from. */
export interface EngineChanges {
  readonly facts: readonly FactRow[];
  readonly claims: readonly ClaimChange[];
  readonly dependencies: readonly Readers[];
  readonly stateReads: readonly RequestedRead[];
  readonly touches: readonly Touch[];
  readonly coverage: EngineCoverage;
}

export interface EngineCoverage {
  /** Runs of evaluated blocks by the records that they have. */
  readonly ranges: ReadonlyMap<BlockRecords, BlockRanges>;
  /** By attribute family or relation id. */
  readonly families: ReadonlyMap<
    string,
    { readonly kind: 'attribute' | 'relation'; readonly ranges: BlockRanges }
  >;
}

/** The storage of the engine, within one transaction. */
export interface EngineStore {
  ranges(): Promise<ReadonlyMap<BlockRecords, BlockRanges>>;
  subjects(addresses: readonly Address[]): Promise<ReadonlyMap<string, StoredSubject>>;
  /**
   * Rows of single keys, in the order asked. Those of a view call give its result from the block where it is
   * needed, as far as it is tracked.
   */
  keys(keys: readonly SourceKey[]): Promise<readonly (readonly FactRow[])[]>;
  /** Addresses with facts, segments or undecided intervals that begin in the range. */
  subjectsIn(range: BlockRange): Promise<readonly Address[]>;
  /** All dependents of the keys, and perhaps others. */
  dependents(reads: readonly DependencyKey[]): Promise<readonly Dependency[]>;
  /** All dependents of any fact or claim of the addresses, and perhaps others. */
  dependentsOn(addresses: readonly Address[]): Promise<readonly Dependent[]>;
  /** The view calls that changed since the last such query, and those whose result changes in the blocks. */
  viewChanges(blocks?: BlockRange): Promise<readonly ViewChange[]>;
  /** Hashes of stored blocks, `0x` hex, in the order asked. */
  blockHashes(numbers: readonly number[]): Promise<readonly string[]>;
  write(changes: Partial<EngineChanges>): Promise<void>;
  /** The addresses that blocks of the range touch, or whose initial states were asked for in it. */
  touched(addresses: readonly Address[], range: BlockRange): Promise<readonly string[]>;
  /**
   * Removes everything about the blocks from `from` to `to`. Returns the addresses whose initial states came from these blocks, or were to
   * be read at them.
   */
  unwind(from: number, to: number): Promise<readonly Address[]>;
}
