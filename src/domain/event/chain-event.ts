import type { VerifiedBlock } from '../chain/record/block.js';
import type { QueueSample } from '../consensus/queue-sample.js';
import type { ImportedPrice } from './imported-price.js';
import type { RecordedReads } from './state-read-result.js';

/** Version 1 of the chain events: what happened to the chain as the service saw it, in the past tense. */
export interface ChainEvents {
  readonly BlockAppended: BlockAppended;
  readonly BlockOrphaned: BlockOrphaned;
  readonly BlockFinalized: BlockFinalized;
  readonly ReadRecorded: ReadRecorded;
  readonly QueueSampled: QueueSampled;
  readonly PriceImported: PriceImported;
}

export type ChainEventKind = keyof ChainEvents;

export type ChainEventOf<Kind extends ChainEventKind> = ChainEvents[Kind];

export type ChainEvent = ChainEventOf<ChainEventKind>;

/** A verified block became the end of a covered range, or closed part of a gap. */
export interface BlockAppended {
  readonly kind: 'BlockAppended';
  readonly position: number;
  readonly block: VerifiedBlock;
}

/** A block that had been appended left the canonical chain; orphaned blocks are named from the newest down. */
export interface BlockOrphaned {
  readonly kind: 'BlockOrphaned';
  readonly position: number;
  readonly number: number;
  readonly hash: Buffer;
}

/** No block up to this one will be orphaned any more. */
export interface BlockFinalized {
  readonly kind: 'BlockFinalized';
  readonly position: number;
  readonly number: number;
  readonly hash: Buffer;
}

/** The node was asked about state at the end of a block. The answer is void once the block is orphaned. */
export interface ReadRecorded extends RecordedReads {
  readonly kind: 'ReadRecorded';
  readonly position: number;
  readonly number: number;
  readonly hash: Buffer;
}

/** The validator queues were read from the beacon state at the start of a finalized epoch. No reorganisation undoes it. */
export interface QueueSampled {
  readonly kind: 'QueueSampled';
  readonly position: number;
  /** Takes the column where other events have the block number. */
  readonly epoch: number;
  /** Root of the beacon block that is the epoch's checkpoint. */
  readonly root: Buffer;
  readonly sample: QueueSample;
}

/** Prices came from a file, not from the chain. They belong to no block and are never taken back. */
export interface PriceImported {
  readonly kind: 'PriceImported';
  readonly position: number;
  /** sha256 of the file; a large one makes several events. */
  readonly digest: Buffer;
  /** Source, as named by the importer. */
  readonly source: string;
  readonly prices: readonly ImportedPrice[];
}
