import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** A binding has the fingerprint of the code, which does not depend on the values that the code pushes. */
export const fingerprintIn: Compile<'fingerprint_in'> = (predicate, place) =>
  codeIn(predicate, place, (value) => (typeof value === 'object' ? value.fingerprint : undefined));
