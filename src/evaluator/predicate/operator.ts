import type { Operator, PredicateOf } from '../../definition/model/predicate.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import type { Outcome, Stated } from '../model/outcome.js';
import type { Scope } from './compile-expression.js';

/** Evaluates one predicate in a context. */
export type PredicateEvaluator = (context: EvaluationContext) => Outcome;

/** A compiled check, with the parts that it states the same way in every proof. */
export interface CompiledPredicate {
  readonly evaluate: PredicateEvaluator;
  readonly expected?: Stated;
  readonly observed?: Stated;
}

/** The place of a predicate in its family. */
export interface PredicatePlace {
  readonly scope: Scope;
  /** Whether the family is evaluated per key of the predicate's source. */
  readonly isEach: boolean;
}

/** Compiles the predicates of one operator. */
export type Compile<Name extends Operator> = (
  predicate: PredicateOf<Name>,
  place: PredicatePlace,
) => CompiledPredicate;
