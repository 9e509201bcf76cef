import type { Address } from '../../domain/chain/hex.js';
import type { UnknownPlace } from '../history/state-cache.js';
import type { StatePlace } from '../history/state-history.js';

/** A call that is tracked. */
export interface TrackedCall {
  readonly contract: Address;
  /** Call data; empty where the delegation of the contract is observed. */
  readonly data: Buffer;
}

/** A call, and the block from which on it is to run again. */
export interface Rerun extends TrackedCall {
  readonly from: number;
  /** For a call that begins to be tracked: it also runs from block `from` down to this block. */
  readonly lowest?: number;
}

/**
 * How a tracked run ended. `volatile`: its result is good for its block alone. `missing`: something that it read is not known. `left`: it
 * spends more than a tracked run may, and is run on request; or depends on who calls, also in where a contract passes calls on. `often`: it changes
 * more often than is followed, and has no run from here on. `disputed`: the interpreters disagree about it.
 */
export type TrackedOutcome = 'returned' | 'reverted' | 'volatile' | 'missing' | 'left' | 'often' | 'disputed';

/** One run of a tracked call. It ends the same way until something that it read changes. */
export interface TrackedRun extends TrackedCall {
  readonly since: number;
  readonly outcome: TrackedOutcome;
  /** Empty unless it returned or reverted. */
  readonly output: Buffer;
  readonly places: readonly StatePlace[];
  /** The one of these places that is not known, and the block to ask a node about, if that helps. */
  readonly missing?: Pick<UnknownPlace, 'place' | 'field' | 'askAt'>;
  /**
   * The slots among these places that are known by a node's answer alone. The value that the next block to
   * write one finds there takes precedence.
   */
  readonly answered?: readonly StatePlace[];
  /** Blocks up to this one are needed to know what it read; absent if its own and earlier ones suffice. */
  readonly knownBy?: number;
}
