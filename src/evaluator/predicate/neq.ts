import { comparison } from './compare.js';
import type { Operator } from './operator.js';

/** The sides are different texts. */
export const neq: Operator = (predicate, parts) =>
  comparison(predicate, parts, (one, other) => one !== other);
