import { comparison } from './compare.js';
import type { Operator } from './operator.js';

/** The sides are different texts. */
export const neq: Operator = (check, parts) => comparison(check, parts, (one, other) => one !== other);
