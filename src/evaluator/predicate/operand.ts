import type { EvaluationContext } from '../model/evaluation-context.js';
import type { NotMet } from '../model/outcome.js';

/** An expression, compiled: a text, or why there is none. */
export type Operand = (context: EvaluationContext) => string | NotMet;
