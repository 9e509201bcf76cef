import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** The fingerprint of the code is in a binding. */
export const fingerprintIn: Compile<'fingerprint_in'> = (predicate, place) =>
  codeIn(predicate, place, 'fingerprint');
