import type { Predicate } from '../../definition/model/definition.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import type { Outcome, Stated } from '../model/outcome.js';
import { compileExpression, type Scope } from './compile-expression.js';
import type { Operand } from './operand.js';
import type { SourceReader } from './source-reader.js';

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
