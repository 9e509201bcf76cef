import type { Expression, Predicate } from '../../definition/model/definition.js';

/** The checks an expression names itself; what the object names is the object's. */
export function predicatesNamed(expression: Expression): readonly string[] {
  if (expression.of === 'check') return [expression.check];
  return expression.of === 'namehash' ? predicatesNamed(expression.text) : [];
}

/** The checks that a check rests on. */
export function predicatesNamedBy({ at, atKey, of = [], with: other, read }: Predicate): readonly string[] {
  const expressions = [at, atKey, other, ...of].filter((expression) => expression !== undefined);
  return [...expressions.flatMap(predicatesNamed), ...(read ? [read.after] : [])];
}
