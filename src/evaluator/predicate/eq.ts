import { comparison } from './compare.js';
import type { Operator } from './operator.js';

/** Both sides are the same text. */
export const eq: Operator = (predicate, parts) => comparison(predicate, parts, (one, other) => one === other);
