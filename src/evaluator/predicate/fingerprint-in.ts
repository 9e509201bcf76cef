import { codeIn } from './code-in.js';
import type { Compile } from './operator.js';

/** The fingerprint of the code is in a binding: what the code pushes may be anything. */
export const fingerprintIn: Compile<'fingerprint_in'> = (predicate, place) =>
  codeIn(predicate, place, (value) => (typeof value === 'object' ? value.fingerprint : undefined));
