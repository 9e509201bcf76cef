import type { SourceId } from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import type { TxPosition } from '../../domain/chain/record/tx-position.js';
import type { FactValue } from '../../evaluator/model/state-view.js';

/** A value that one block gives for one fact source. Rows are folded to fact intervals and never changed. */
export interface FactRow extends TxPosition {
  /** Lower-case `0x` hex of the address. */
  readonly subject: Address;
  readonly source: SourceId;
  /** `''` unless the fact source is keyed; `0x` hex of the joined parts. */
  readonly key: string;
  /** Place within the transaction: log index, place of the frame in pre-order, withdrawal index; 0 where there is one only. */
  readonly ordinal: number;
  /**
   * Whether the value is that before this block in the range: the `before` of a state change, or the result
   * of a state read.
   */
  readonly isInitial: boolean;
  /** Null clears the fact. */
  readonly value: FactValue | null;
  /**
   * Evidence refs, with `OWN_BLOCK` for the hash of the row's block. Empty where they follow from the source and the place of the row, which
   * is everywhere but for frames and settings. Rows of code carry what the fold needs in `value`: `{hash, length, fingerprint, selectors,
   * instructions, clone?}`, `{delegate}`, `{destroyed: "true"}` (with `hash` when the same transaction created it), or null for a cleared delegation.
   */
  readonly evidence: readonly string[];
}

/** Stands for the hash of the row's own block, to save memory: rows are kept by the hundred thousand. */
export const OWN_BLOCK = '#';

/** The evidence follows from the source and the place of the row. */
export const IMPLIED: readonly never[] = [];
