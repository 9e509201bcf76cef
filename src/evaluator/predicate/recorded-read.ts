import type { ReadOperand } from '../../definition/model/predicate.js';
import { answeredAddress, answeredText } from '../../domain/chain/codec/call-answer.js';
import { callDataOf } from '../../domain/chain/codec/call-data.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, type NotMet, UNKNOWN } from '../model/outcome.js';
import type { FactInterval } from '../model/state-view.js';
import { compileAddress, placeOf, type Scope } from './compile-expression.js';

/** The result of a view call, as an interval that begins with the block of the call. */
export function compileRead(
  { read, at }: ReadOperand,
  scope: Scope,
): (context: EvaluationContext) => FactInterval | undefined | NotMet {
  const { call, returns, after } = read;
  const address = compileAddress(at, scope);
  const callData = callDataOf(call);
  const since = placeOf(after, scope);
  const decode = returns === 'text' ? answeredText : answeredAddress;
  return (context) => {
    const witness = context.outcomes[since]!;
    if (typeof witness === 'symbol') return witness;
    if (witness.since === undefined) return FAILS;
    const asked = address(context);
    if (typeof asked === 'symbol') return asked;
    const answer = context.view.answer(asked, callData, witness.since, read);
    if (answer === 'unknown') return UNKNOWN;
    const value = answer.output === undefined ? undefined : decode(answer.output);
    if (value === undefined) return undefined;
    return { key: '', value, start: answer.block, evidence: [answer.evidence] };
  };
}
