import type { Operator } from '../../definition/catalog/definition.js';
import type { Stated } from '../operator/outcome.js';

/** What became of one check. */
export interface ExplainedPredicate {
  readonly id: string;
  readonly operator: Operator;
  readonly isControl: boolean;
  readonly description?: string;
  readonly outcome: 'holds' | 'fails' | 'unknown';
  readonly expected: Stated;
  /** As in the proof where it holds; otherwise what there is instead, in words. */
  readonly observed: Stated;
  readonly evidence: readonly string[];
}

/** One way of proving it, looked at to its end. */
export interface ExplainedFamily {
  readonly id: string;
  /** Of a family judged once per key: the key. */
  readonly key?: string;
  /** Of all checks together, and of the claim's object and value. */
  readonly outcome: ExplainedPredicate['outcome'];
  readonly checks: readonly ExplainedPredicate[];
}

/** Why a definition says of a subject what it says. */
export interface Explanation {
  readonly verdict: 'proven' | 'notProven' | 'undecided';
  readonly families: readonly ExplainedFamily[];
}
