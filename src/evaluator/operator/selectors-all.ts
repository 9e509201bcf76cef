import type { Operator } from './operator.js';
import { reaches, selectorCheck } from './reachable-selectors.js';

/** The code reaches every one of the functions. */
export const selectorsAll: Operator = (check, parts) => {
  const expected = check.expected as readonly string[];
  return selectorCheck(parts, expected, expected, (selectors) =>
    expected.every((wanted) => reaches(selectors, wanted)),
  );
};
