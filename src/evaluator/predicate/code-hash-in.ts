import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** The hash of the code is in a binding. */
export const codeHashIn: Compile<'code_hash_in'> = (predicate, place) =>
  codeIn(predicate, place, (value) => (typeof value === 'object' ? value.hash : undefined));
