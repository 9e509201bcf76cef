import type { Operator } from './operator.js';
import { reaches, selectorPredicate } from './reachable-selectors.js';

/** The code reaches none of the functions. */
export const selectorsNone: Operator = (predicate, parts) => {
  const expected = predicate.expected as readonly string[];
  return selectorPredicate(parts, expected, [], (selectors) =>
    expected.every((unwanted) => !reaches(selectors, unwanted)),
  );
};
