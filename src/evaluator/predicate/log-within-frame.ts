import { exists } from './exists.js';
import type { Compile } from './operator.js';

/** The source of such frames holds only logs of the frame itself, so any fact is enough. */
export const logWithinFrame: Compile<'log_within_frame'> = exists;
