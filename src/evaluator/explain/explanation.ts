import type { Operator } from '../../definition/model/predicate.js';
import type { Stated } from '../model/outcome.js';

/** The outcome of one predicate. */
export interface ExplainedPredicate {
  readonly id: string;
  readonly operator: Operator;
  readonly isControl: boolean;
  readonly description?: string;
  readonly outcome: 'holds' | 'fails' | 'unknown';
  readonly expected: Stated;
  /** As in the proof where the predicate holds; otherwise a description of what was found. */
  readonly observed: Stated;
  readonly evidence: readonly string[];
}

/** One family, with all its checks evaluated. */
export interface ExplainedFamily {
  readonly id: string;
  /** The key, for a family evaluated per key. */
  readonly key?: string;
  /** The worst outcome of all predicates, and of the claim's object and value. */
  readonly outcome: ExplainedPredicate['outcome'];
  readonly checks: readonly ExplainedPredicate[];
}

/** Why a definition proves, or does not prove, a claim about a subject. */
export interface Explanation {
  readonly verdict: 'proven' | 'notProven' | 'undecided';
  readonly families: readonly ExplainedFamily[];
}
