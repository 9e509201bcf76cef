import type { Address } from '../../domain/chain/hex.js';
import type { BlockContext } from '../execution/run/block-context.js';
import type { RunLimits } from '../execution/run/limits.js';
import type { ViewResult } from '../execution/run/view-result.js';
import type { Place } from '../history/requested-state.js';

/** A place with its value, in a form that threads can pass on. */
export interface KnownPlace {
  readonly place: Place;
  /** The bytes of a code, and the number of all else. */
  readonly value: bigint | Uint8Array;
}

/** A view call with all that is known of the state so far. */
export interface ViewTask {
  readonly to: Address;
  readonly data: Uint8Array;
  /** Without `hashOf`, which no thread can pass on. */
  readonly block: Omit<BlockContext, 'hashOf'>;
  readonly known: readonly KnownPlace[];
  /** Hashes of earlier blocks, by number. */
  readonly hashes: ReadonlyMap<number, Uint8Array>;
  /**
   * Present where the work is bounded. The run then ends at what it misses, as no work is to be spent on
   * zeros.
   */
  readonly limits?: RunLimits;
}

/**
 * What a run gave. If it missed places, it went on with zeros in their stead, or ended, and only shows what
 * else to load.
 */
export interface ViewOutcome {
  readonly result: ViewResult;
  readonly missed: readonly Place[];
}
