import type { ComparisonOperand } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import { compileExpression } from './compile-expression.js';
import type { Operand } from './operand.js';
import type { CompiledPredicate, PredicatePlace } from './operator.js';

/** Compares two texts, `of` with a constant or with another expression. It has no evidence of its own. */
export function comparison(
  operands: ComparisonOperand,
  { scope }: PredicatePlace,
  agree: (observed: string, expected: string) => boolean,
): CompiledPredicate {
  const observed = compileExpression(operands.of, scope);
  const other = 'with' in operands ? compileExpression(operands.with, scope) : constant(operands.expected);
  const evaluate: CompiledPredicate['evaluate'] = (context) => {
    const one = observed(context);
    const two = other(context);
    // A failing side fails the comparison, whatever the other side is.
    if (one === FAILS || two === FAILS) return FAILS;
    if (typeof one === 'symbol') return one;
    if (typeof two === 'symbol') return two;
    return agree(one, two) ? { expected: two, observed: one } : FAILS;
  };
  return 'with' in operands ? { evaluate } : { evaluate, expected: operands.expected };
}

function constant(text: string): Operand {
  return () => text;
}
