import type { Expression } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import { BadReference, placeOf, type Scope } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The witnesses of two checks are in one transaction. */
export const sameTx: Compile<'same_tx'> = (predicate, { scope }) => {
  const one = placeOfPredicate(predicate.of, scope);
  const other = placeOfPredicate(predicate.with, scope);
  return {
    evaluate: ({ outcomes }) => {
      const observed = outcomes[one]!;
      const expected = outcomes[other]!;
      if (typeof observed === 'symbol') return observed;
      if (typeof expected === 'symbol') return expected;
      if (observed.tx === undefined || expected.tx === undefined || observed.tx !== expected.tx) return FAILS;
      return { expected: expected.tx, observed: observed.tx };
    },
  };
};

function placeOfPredicate(expression: Expression, scope: Scope): number {
  if (expression.of !== 'check' || expression.field !== undefined)
    throw new BadReference('same_tx refers to two checks, without fields');
  return placeOf(expression.check, scope);
}
