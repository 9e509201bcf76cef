import type { Predicate } from '../../definition/model/definition.js';
import { FAILS } from '../model/outcome.js';
import { compileExpression } from './compile-expression.js';
import type { Operand } from './operand.js';
import { type CompiledPredicate, onlyOperand, type Parts } from './operator.js';

/** A check of two texts that has no evidence of its own: `of` against a constant, or against another expression. */
export function comparison(
  predicate: Predicate,
  parts: Parts,
  agree: (observed: string, expected: string) => boolean,
): CompiledPredicate {
  const { expected } = predicate;
  const observed = onlyOperand(predicate, parts);
  const other = predicate.with ? compileExpression(predicate.with, parts.scope) : constant(String(expected));
  const evaluate: CompiledPredicate['evaluate'] = (context) => {
    const one = observed(context);
    const two = other(context);
    // A failing side fails the comparison, whatever the other side is.
    if (one === FAILS || two === FAILS) return FAILS;
    if (typeof one === 'symbol') return one;
    if (typeof two === 'symbol') return two;
    return agree(one, two) ? { expected: two, observed: one } : FAILS;
  };
  return predicate.with ? { evaluate } : { evaluate, expected: String(expected) };
}

function constant(text: string): Operand {
  return () => text;
}
