import { exists } from './exists.js';
import type { Operator } from './operator.js';

/** A log of the frame itself is what the register of such frames holds, so that it is enough that something is held. */
export const logWithinFrame: Operator = exists;
