import { comparison } from './compare.js';
import type { Compile } from './operator.js';

/** The sides are different texts. */
export const neq: Compile<'neq'> = (predicate, place) =>
  comparison(predicate, place, (one, other) => one !== other);
