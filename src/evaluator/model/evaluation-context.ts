import type { Address } from '../../domain/chain/hex.js';
import type { Outcome } from './outcome.js';
import type { FactInterval, StateView } from './state-view.js';

/** What predicates are evaluated for: a subject at a block, and a key if the family is evaluated per key. */
export interface EvaluationContext {
  readonly subject: Address;
  readonly view: StateView;
  /** Of the predicates so far, in their order. */
  readonly outcomes: Outcome[];
  /** The fact of the key under evaluation. */
  readonly candidate?: FactInterval;
}
