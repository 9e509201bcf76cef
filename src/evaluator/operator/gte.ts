import { comparison } from './compare.js';
import type { Operator } from './operator.js';
import { wholeNumber } from './whole-number.js';

/** At least as large, as whole numbers. */
export const gte: Operator = (check, parts) =>
  comparison(check, parts, (observed, expected) => {
    const number = wholeNumber(observed);
    return number !== undefined && number >= BigInt(expected);
  });
