import { exists } from './exists.js';
import type { Operator } from './operator.js';

/** The source of such frames holds only logs of the frame itself, so any fact is enough. */
export const logWithinFrame: Operator = exists;
