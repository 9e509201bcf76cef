import type { Address } from '../../domain/chain/hex.js';
import type { Outcome } from './outcome.js';
import type { FactInterval, StateView } from './state-view.js';

/** The scope of predicates: one subject at one block, and one key for a family that is evaluated per key. */
export interface EvaluationContext {
  readonly subject: Address;
  readonly view: StateView;
  /** Of the predicates so far, by place. */
  readonly outcomes: Outcome[];
  /** The fact of the key under evaluation. */
  readonly candidate?: FactInterval;
}
