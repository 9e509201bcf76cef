import type { Check } from '../../definition/catalog/definition.js';
import { compileExpression } from '../expression/compile-expression.js';
import type { Operand } from '../expression/operand.js';
import { type CompiledCheck, onlyOperand, type Parts } from './operator.js';
import { FAILS } from './outcome.js';

/** A check of two texts that has no evidence of its own: `of` against a constant, or against another expression. */
export function comparison(
  check: Check,
  parts: Parts,
  agree: (observed: string, expected: string) => boolean,
): CompiledCheck {
  const { expected } = check;
  const observed = onlyOperand(check, parts);
  const other = check.with ? compileExpression(check.with, parts.scope) : constant(String(expected));
  const judge: CompiledCheck['judge'] = (context) => {
    const one = observed(context);
    const two = other(context);
    // What fails, fails whatever the other side may be.
    if (one === FAILS || two === FAILS) return FAILS;
    if (typeof one === 'symbol') return one;
    if (typeof two === 'symbol') return two;
    return agree(one, two) ? { expected: two, observed: one } : FAILS;
  };
  return check.with ? { judge } : { judge, expected: String(expected) };
}

function constant(text: string): Operand {
  return () => text;
}
