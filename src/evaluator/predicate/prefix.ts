import { comparison } from './compare.js';
import type { Compile } from './operator.js';

/** The bytes begin with these. */
export const prefix: Compile<'prefix'> = (predicate, place) =>
  comparison(predicate, place, (observed, expected) => observed.startsWith(expected));
