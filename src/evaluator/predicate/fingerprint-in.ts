import { codeIn } from './code-in.js';
import type { Operator } from './operator.js';

/** The fingerprint of the code is in a binding. */
export const fingerprintIn: Operator = (predicate, parts) => codeIn(predicate, parts, 'fingerprint');
