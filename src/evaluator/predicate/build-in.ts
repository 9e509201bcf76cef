import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** A binding has the build that the code is of. */
export const buildIn: Compile<'build_in'> = (predicate, place) =>
  codeIn(predicate, place, (value) => (typeof value === 'string' ? value : undefined));
