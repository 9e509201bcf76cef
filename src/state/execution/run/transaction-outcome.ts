import type { Address } from '../../../domain/chain/hex.js';
import type { FrameType } from '../../../domain/chain/record/block.js';
import type { UndecidedReason } from './view-result.js';

/** A frame of an executed transaction, in the normal form of the domain's `Frame`. */
export interface ExecutedFrame {
  /** Hex without `0x`. */
  readonly path: string;
  readonly type: FrameType;
  readonly from: Address;
  /** The account called, created (none: zero) or given the balance. */
  readonly to: Address;
  /** Whether neither it nor a frame around it failed. */
  readonly remains: boolean;
  /** Indexes in the receipt of the logs that it emitted itself. */
  readonly logs: readonly number[];
}

export interface ExecutedLog {
  readonly address: Uint8Array;
  readonly topics: readonly Uint8Array[];
  readonly data: Uint8Array;
}

export interface ExecutedTransaction {
  readonly status: 0 | 1;
  readonly gasUsed: number;
  readonly logs: readonly ExecutedLog[];
  /** In pre-order. */
  readonly frames: readonly ExecutedFrame[];
}

/** Why there is no outcome: the run was not decided, or no block can hold the transaction. */
export type NotExecuted = UndecidedReason | { readonly kind: 'invalid'; readonly why: string };
