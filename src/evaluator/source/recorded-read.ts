import type { Predicate } from '../../definition/catalog/definition.js';
import type { ReadSource } from '../../definition/catalog/fact-source.js';
import { answeredAddress, answeredText } from '../../kernel/chain/call-answer.js';
import { callDataOf } from '../../kernel/chain/call-data.js';
import type { EvaluationContext } from '../evaluate/evaluation-context.js';
import { compileExpression, placeOf, type Scope } from '../expression/compile-expression.js';
import { FAILS, type NotMet, UNKNOWN } from '../operator/outcome.js';
import type { FactInterval } from '../state/state-view.js';

/** The result of a view call, as an interval that begins with the block of the call. */
export function compileRead(
  { at = { of: 'subject' } }: Predicate,
  read: ReadSource,
  scope: Scope,
): (context: EvaluationContext) => FactInterval | undefined | NotMet {
  const { call, returns, after } = read;
  const address = compileExpression(at, scope);
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
