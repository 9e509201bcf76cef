import type { Operator } from './operator.js';
import { reaches, selectorCheck } from './reachable-selectors.js';

/** The code reaches none of the functions. */
export const selectorsNone: Operator = (check, parts) => {
  const expected = check.expected as readonly string[];
  return selectorCheck(parts, expected, [], (selectors) =>
    expected.every((unwanted) => !reaches(selectors, unwanted)),
  );
};
