import type { Predicate } from '../../definition/catalog/definition.js';
import type { EvaluationContext } from '../evaluate/evaluation-context.js';
import { compileExpression, type Scope } from '../expression/compile-expression.js';
import type { Operand } from '../expression/operand.js';
import type { SourceReader } from '../source/source-reader.js';
import type { Outcome, Stated } from './outcome.js';

/** Evaluates one predicate in a context. */
export type PredicateEvaluator = (context: EvaluationContext) => Outcome;

/** A check, compiled; with what it states the same way in every proof. */
export interface CompiledPredicate {
  readonly evaluate: PredicateEvaluator;
  readonly expected?: Stated;
  readonly observed?: Stated;
}

/** What an operator needs beside its predicate. */
export interface Parts {
  readonly scope: Scope;
  /** The reader of the predicate's source, compiled on demand. */
  sourceReader(): SourceReader;
}

export type Operator = (predicate: Predicate, parts: Parts) => CompiledPredicate;

/** The one expression a check compares. */
export function onlyOperand({ of }: Predicate, { scope }: Parts): Operand {
  return compileExpression(of![0]!, scope);
}
