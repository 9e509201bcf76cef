import type { Check, Expression } from '../../definition/catalog/definition.js';

/** The checks an expression names itself; what the object names is the object's. */
export function checksNamed(expression: Expression): readonly string[] {
  if (expression.of === 'check') return [expression.check];
  return expression.of === 'namehash' ? checksNamed(expression.text) : [];
}

/** The checks that a check rests on. */
export function checksNamedBy({ at, atKey, of = [], with: other, read }: Check): readonly string[] {
  const expressions = [at, atKey, other, ...of].filter((expression) => expression !== undefined);
  return [...expressions.flatMap(checksNamed), ...(read ? [read.after] : [])];
}
