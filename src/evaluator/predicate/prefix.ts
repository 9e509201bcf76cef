import { comparison } from './compare.js';
import type { Operator } from './operator.js';

/** The bytes begin so. */
export const prefix: Operator = (predicate, parts) =>
  comparison(predicate, parts, (observed, expected) => observed.startsWith(expected));
