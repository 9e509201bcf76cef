import type { Check, Expression, Family } from '../../definition/catalog/definition.js';
import type { EvaluationContext } from '../evaluate/evaluation-context.js';
import { scopeAt } from '../evaluate/family-plan.js';
import { compileExpression, type Scope } from '../expression/compile-expression.js';
import { type NotMet, UNKNOWN } from '../operator/outcome.js';
import { compileSourceReader } from '../source/source-reader.js';
import type { FactValue } from '../state/state-view.js';

const NOTHING = 'nothing';

/** What a check that does not hold saw instead, in words. */
export function observationOf(
  check: Check,
  family: Family,
  outcome: NotMet,
  context: EvaluationContext,
): string {
  const scope = scopeOf(check, family);
  if (check.dep !== undefined) return ofClaim(check.dep, check, scope, context);
  if (outcome === UNKNOWN && check.id === family.each) return unsettled(outcome);
  if (check.source !== undefined || check.read !== undefined) {
    const current = compileSourceReader(check, scope, check.id === family.each).fact(context);
    if (typeof current === 'symbol') return unsettled(current);
    return current === undefined ? NOTHING : shown(current.value);
  }
  const compared = (check.of ?? []).map((expression) => shownOf(expression, scope, context));
  return compared.length === 0 ? unsettled(outcome) : compared.join(', ');
}

/** What may be named by a check: what stands before it. */
function scopeOf({ id }: Check, family: Family): Scope {
  const places = new Map<string, number>();
  for (const [place, check] of [...family.facts, ...family.negativeControls].entries()) {
    if (check.id === id) break;
    places.set(check.id, place);
  }
  return scopeAt(family, places);
}

function ofClaim(id: string, { of }: Check, scope: Scope, context: EvaluationContext): string {
  const at = compileExpression(of?.[0] ?? { of: 'subject' }, scope)(context);
  if (typeof at === 'symbol') return unsettled(at);
  const claim = context.view.claim(id, at);
  if (claim === 'unknown') return `${id} of ${at} is undecided`;
  if (claim === undefined) return `${id} of ${at} is not proven`;
  return `${id} of ${at} is proven by ${claim.proofHash}`;
}

function shownOf(expression: Expression, scope: Scope, context: EvaluationContext): string {
  if (expression.of === 'check' && expression.field === undefined) {
    const outcome = context.outcomes[scope.places.get(expression.check)!];
    if (typeof outcome === 'object') return outcome.tx ?? String(outcome.value ?? NOTHING);
  }
  const value = compileExpression(expression, scope)(context);
  return typeof value === 'symbol' ? unsettled(value) : value;
}

function unsettled(outcome: NotMet): string {
  return outcome === UNKNOWN
    ? 'not known'
    : 'nothing to look at: a check before it does not hold, or says no such thing';
}

function shown(value: FactValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}
