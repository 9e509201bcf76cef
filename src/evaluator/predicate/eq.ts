import { comparison } from './compare.js';
import type { Compile } from './operator.js';

/** Both sides are the same text. */
export const eq: Compile<'eq'> = (predicate, place) =>
  comparison(predicate, place, (one, other) => one === other);
