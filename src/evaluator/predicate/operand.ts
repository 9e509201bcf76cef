import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import type { NotMet } from '../model/outcome.js';

/** A compiled expression: its text, or why there is none. */
export type Operand = (context: EvaluationContext) => string | NotMet;

/** A compiled expression that names an address. */
export type AddressOperand = (context: EvaluationContext) => Address | NotMet;
