import type { Outcome } from '../operator/outcome.js';
import type { FactInterval, Hex, StateView } from '../state/state-view.js';

/** What the checks of a family look at: one subject at one block, and of a family judged once per key one of its keys. */
export interface EvaluationContext {
  readonly subject: Hex;
  readonly view: StateView;
  /** Of the checks so far, by place. */
  readonly outcomes: Outcome[];
  /** What is held of the key that is judged. */
  readonly candidate?: FactInterval;
}
