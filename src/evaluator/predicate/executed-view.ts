import type { DelegationOperand, ViewOperand } from '../../definition/model/predicate.js';
import { namedCallData } from '../../domain/chain/codec/observed-delegation.js';
import { viewCallData } from '../../domain/chain/codec/view-value.js';
import type { Hex } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, type NotMet, UNKNOWN } from '../model/outcome.js';
import type { FactInterval } from '../model/state-view.js';
import { compileAddress, compileExpression, type Scope } from './compile-expression.js';

/** The call data of a view call; FAILS or UNKNOWN where an argument has no value. */
export type CallData = (context: EvaluationContext) => Hex | NotMet;

export function compileCallData({ view: { signature }, args = [] }: ViewOperand, scope: Scope): CallData {
  const operands = args.map((argument) => compileExpression(argument, scope));
  const fixed = operands.length === 0 ? viewCallData(signature, []) : undefined;
  return (context) => {
    if (fixed !== undefined) return fixed;
    const texts: string[] = [];
    for (const operand of operands) {
      const text = operand(context);
      if (typeof text === 'symbol') return text;
      texts.push(text);
    }
    return viewCallData(signature, texts) ?? FAILS;
  };
}

/**
 * The result of a view call. It is requested only where all checks before it hold, because a requested call
 * is executed and tracked from then on.
 */
export function compileView(
  operand: ViewOperand,
  scope: Scope,
): (context: EvaluationContext) => FactInterval | undefined | NotMet {
  const { source } = operand;
  const address = compileAddress(operand.at, scope);
  const callData = compileCallData(operand, scope);
  return (context) => {
    if (!isReached(context)) return UNKNOWN;
    const to = address(context);
    if (typeof to === 'symbol') return to;
    const data = callData(context);
    if (typeof data === 'symbol') return data;
    const fact = context.view.fact(to, source, data);
    return fact === 'unknown' ? UNKNOWN : fact;
  };
}

/**
 * Pseudo call data for the selector whose delegation is observed; undefined where the definition means calls
 * that are not dispatched.
 */
export function compileNamedCall({ call }: DelegationOperand, scope: Scope): CallData | undefined {
  if (call === undefined) return undefined;
  const selector = compileExpression(call, scope);
  return (context) => {
    const text = selector(context);
    return typeof text === 'symbol' ? text : (namedCallData(text) ?? FAILS);
  };
}

/** Where a contract delegates. It is asked for as the result of a view call is. */
export function compileDelegation(
  operand: DelegationOperand,
  scope: Scope,
): (context: EvaluationContext) => FactInterval | undefined | NotMet {
  const { source } = operand;
  const address = compileAddress(operand.at, scope);
  const namedCall = compileNamedCall(operand, scope);
  return (context) => {
    if (!isReached(context)) return UNKNOWN;
    const contract = address(context);
    if (typeof contract === 'symbol') return contract;
    const data = namedCall?.(context);
    if (typeof data === 'symbol') return data;
    const fact = context.view.fact(contract, source, data);
    return fact === 'unknown' ? UNKNOWN : fact;
  };
}

function isReached({ outcomes }: EvaluationContext): boolean {
  return outcomes.every((outcome) => typeof outcome !== 'symbol');
}
