import { exists } from './exists.js';
import type { Compile } from './operator.js';

/** Any fact is enough: the source has only logs that a frame itself emitted. */
export const logWithinFrame: Compile<'log_within_frame'> = exists;
