import { comparison } from './compare.js';
import type { Operator } from './operator.js';
import { isAtLeast } from './whole-number.js';

/** At most as large, as whole numbers. */
export const lte: Operator = (predicate, parts) =>
  comparison(predicate, parts, (observed, expected) => isAtLeast(expected, observed));
