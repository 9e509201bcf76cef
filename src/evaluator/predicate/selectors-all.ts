import type { Operator } from './operator.js';
import { reaches, selectorPredicate } from './reachable-selectors.js';

/** The code reaches every one of the functions. */
export const selectorsAll: Operator = (predicate, parts) => {
  const expected = predicate.expected as readonly string[];
  return selectorPredicate(parts, expected, expected, (selectors) =>
    expected.every((wanted) => reaches(selectors, wanted)),
  );
};
