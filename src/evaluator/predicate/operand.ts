import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import type { NotMet } from '../model/outcome.js';

/** An expression, compiled: a text, or why there is none. */
export type Operand = (context: EvaluationContext) => string | NotMet;

/** An expression that names an address, compiled. */
export type AddressOperand = (context: EvaluationContext) => Address | NotMet;
