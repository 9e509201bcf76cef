import type { SourceId } from '../../definition/catalog/definition.js';
import type { FactValue } from '../../evaluator/state/state-view.js';

/** What one block says to one register: rows are folded to holdings, and never changed. */
export interface FactRow {
  /** Lower-case `0x` hex of the address. */
  readonly subject: string;
  readonly source: SourceId;
  /** `''` unless the register is keyed; `0x` hex of the joined parts. */
  readonly key: string;
  readonly block: number;
  /** -1 for what a chain begins with, and for openings. */
  readonly txIndex: number;
  /** Place within the transaction: log index, place of the frame in pre-order, withdrawal index; 0 where there is one only. */
  readonly ordinal: number;
  /** How it was before this block in the range: said by the `before` of a change or by a read of the node. */
  readonly isInitial: boolean;
  /** Null when it clears. */
  readonly value: FactValue | null;
  /**
   * Evidence refs; empty for `code` and `storage`, whose refs follow from address and block of the holding. Those rows carry instead what
   * the fold needs in `value`: of code `{hash, length, fingerprint, selectors, clone?}`, `{delegate}`, `{destroyed: "true"}` (with `hash` when it
   * was created by the same transaction), or null for a delegation cleared.
   */
  readonly evidence: readonly string[];
}
