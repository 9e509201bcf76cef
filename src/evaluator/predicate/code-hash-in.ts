import { codeIn } from './code-in.js';
import type { Operator } from './operator.js';

/** The hash of the code is in a binding. */
export const codeHashIn: Operator = (predicate, parts) => codeIn(predicate, parts, 'hash');
