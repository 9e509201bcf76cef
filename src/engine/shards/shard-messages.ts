import type { MessagePort } from 'node:worker_threads';
import type { Address } from '../../domain/chain/hex.js';
import type { BlockRanges } from '../../domain/interval/block-range.js';
import type { BlockRecords } from '../model/block-records.js';
import type {
  DependencyKey,
  EngineChanges,
  Readers,
  RequestedRead,
  SourceKey,
  StoredSubject,
} from '../model/engine-store.js';
import type { FactRow } from '../model/fact-row.js';
import type { DirtyRange } from '../scheduler/dirty-queue.js';
import type { EngineNumbers } from '../store/engine-numbers.js';
import type { PackedClaims } from './packed-claims.js';

/** What the thread of a shard is started with. */
export interface ShardSettings {
  readonly shard: number;
  readonly shards: number;
  readonly databaseUrl: string;
  readonly firstBlock: number;
  readonly isDemo: boolean;
  readonly numbers: EngineNumbers;
  /** Ports to the other shards, by their numbers. */
  readonly others: ReadonlyMap<number, MessagePort>;
}

/** What the thread that has the transaction asks of a shard, one question after another. */
export type ShardQuestion =
  | { readonly ask: 'begin'; readonly step: StepBlocks }
  | { readonly ask: 'pass'; readonly stratum: number; readonly dirty: readonly DirtyRange[] }
  | { readonly ask: 'end'; readonly step: StepPlace };

/** Where the log has the blocks of a step: `count` events after position `after`. */
export interface StepPlace {
  readonly after: number;
  readonly count: number;
}

export interface StepBlocks extends StepPlace {
  /** The blocks that were evaluated before the step. */
  readonly ranges: ReadonlyMap<BlockRecords, BlockRanges>;
  /** Whether proofs are stored packed. */
  readonly packs: boolean;
}

/** A fact or claim that changed, as others depend on it. */
export interface ChangedKey {
  readonly key: DependencyKey;
  readonly from: number;
  readonly to: number;
}

/** What is dirty in a shard after it was asked something. */
interface Dirty {
  readonly changed: readonly ChangedKey[];
  /** The lowest stratum with dirty ranges; undefined when all is done. */
  readonly lowest: number | undefined;
}

/** Answers `begin`: the blocks are added. */
export interface Begun extends Dirty, Pick<EngineChanges, 'facts' | 'stateReads' | 'touches'> {}

/** Answers `pass`: the pairs of one stratum are evaluated. */
export interface Passed extends Dirty {
  readonly claims: PackedClaims;
  readonly dependencies: readonly Readers[];
  readonly stateReads: readonly RequestedRead[];
  /** Dirty ranges whose subjects other shards own. */
  readonly foreign: readonly DirtyRange[];
}

/** What a shard asks of the thread that has the transaction: rows by key, and results of view calls. */
export interface KeysQuestion {
  readonly keys: readonly SourceKey[];
}

export type KeysAnswer = readonly (readonly FactRow[])[];

/**
 * What a shard asks of another: copies of the other's subjects, or the facts about subjects of shard `of` in
 * the blocks that the other reads.
 */
export type ForeignQuestion =
  | { readonly ask: 'subjects'; readonly subjects: readonly Address[] }
  | { readonly ask: 'facts'; readonly of: number; readonly place: StepPlace };

export type SubjectsAnswer = ReadonlyMap<Address, StoredSubject>;
