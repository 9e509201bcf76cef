import { type AnyOperands, type Expression, expressionsOf } from '../../definition/model/predicate.js';

/** The checks an expression names itself; what the object names is the object's. */
export function predicatesNamed(expression: Expression): readonly string[] {
  if (expression.of === 'check') return [expression.check];
  return expression.of === 'namehash' ? predicatesNamed(expression.text) : [];
}

/** The checks that a check rests on. */
export function predicatesNamedBy(operands: AnyOperands): readonly string[] {
  const { read } = operands;
  return [...expressionsOf(operands).flatMap(predicatesNamed), ...(read ? [read.after] : [])];
}
