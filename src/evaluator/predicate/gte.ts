import { comparison } from './compare.js';
import type { Compile } from './operator.js';
import { isAtLeast } from './whole-number.js';

/** At least as large, as whole numbers. */
export const gte: Compile<'gte'> = (predicate, place) => comparison(predicate, place, isAtLeast);
