import type { EvaluationContext } from '../evaluate/evaluation-context.js';
import type { NotMet } from '../operator/outcome.js';

/** An expression, compiled: a text, or why there is none. */
export type Operand = (context: EvaluationContext) => string | NotMet;
