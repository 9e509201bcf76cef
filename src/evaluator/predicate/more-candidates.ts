import type { EvaluationContext } from '../model/evaluation-context.js';
import type { AddressOperand } from './operand.js';

/** Whether candidates may be missing because their contract existed before the range. */
export function mayHaveMore(context: EvaluationContext, address: AddressOperand): boolean {
  const at = address(context);
  return typeof at !== 'symbol' && context.view.isOlder(at);
}
