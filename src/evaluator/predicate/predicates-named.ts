import { type AnyOperands, type Expression, expressionsOf } from '../../definition/model/predicate.js';

/** The checks that an expression itself refers to, not those that the object refers to. */
export function predicatesNamed(expression: Expression): readonly string[] {
  if (expression.of === 'check') return [expression.check];
  return expression.of === 'namehash' ? predicatesNamed(expression.text) : [];
}

/** The checks that a check refers to. */
export function predicatesNamedBy(operands: AnyOperands): readonly string[] {
  const { read } = operands;
  return [...expressionsOf(operands).flatMap(predicatesNamed), ...(read ? [read.after] : [])];
}
