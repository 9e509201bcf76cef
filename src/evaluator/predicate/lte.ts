import { comparison } from './compare.js';
import type { Compile } from './operator.js';
import { isAtLeast } from './whole-number.js';

/** At most as large, as whole numbers. */
export const lte: Compile<'lte'> = (predicate, place) =>
  comparison(predicate, place, (observed, expected) => isAtLeast(expected, observed));
