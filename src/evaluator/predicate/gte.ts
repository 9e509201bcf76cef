import { comparison } from './compare.js';
import type { Operator } from './operator.js';
import { isAtLeast } from './whole-number.js';

/** At least as large, as whole numbers. */
export const gte: Operator = (predicate, parts) => comparison(predicate, parts, isAtLeast);
