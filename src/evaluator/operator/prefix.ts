import { comparison } from './compare.js';
import type { Operator } from './operator.js';

/** The bytes begin so. */
export const prefix: Operator = (check, parts) =>
  comparison(check, parts, (observed, expected) => observed.startsWith(expected));
