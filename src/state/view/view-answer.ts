import type { Address } from '../../domain/chain/hex.js';
import type { StatePlace } from '../history/state-history.js';

export type { StatePlace } from '../history/state-history.js';

/** A call of a contract that changes nothing. */
export interface ViewCall {
  readonly to: Address;
  readonly data: Uint8Array;
  /** A slot of the contract that it probably reads: it is loaded with the code, so that one run may be enough. */
  readonly likelySlot?: bigint | undefined;
}

/** A run that came to its end. */
export interface DecidedView {
  readonly outcome: 'returned' | 'reverted';
  readonly output: Uint8Array;
  /** Whether the called account has code; a precompile has none. */
  readonly hasCode: boolean;
}

/** A run that has no result, whatever is loaded: it would end alike with the same state. */
export interface UndecidedView {
  readonly outcome: 'undecided';
  /** What is missing, for people. */
  readonly why: string;
  /** Present if a place is not known and nothing contradicts it: a node may have it. */
  readonly missing?: StatePlace;
}

/** Blocks around the asked one in which everything that the run read is the same; that block alone if the run is volatile. */
interface Held {
  readonly since: number;
  readonly through: number;
}

/** What a call answers at the end of a block. */
export type ViewAnswer = (DecidedView & Held) | UndecidedView;
