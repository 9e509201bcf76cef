import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** The code is a build that a binding names. */
export const buildIn: Compile<'build_in'> = (predicate, place) =>
  codeIn(predicate, place, (value) => (typeof value === 'string' ? value : undefined));
