import type { Moment } from '../evaluate/moment.js';
import type { NotMet } from '../operator/outcome.js';

/** An expression, compiled: a text, or why there is none. */
export type Operand = (moment: Moment) => string | NotMet;
