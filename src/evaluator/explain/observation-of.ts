import type { Family } from '../../definition/model/definition.js';
import {
  type ClaimOperand,
  comparedOf,
  type Expression,
  type Predicate,
} from '../../definition/model/predicate.js';
import { scopeAt } from '../evaluate/family-plan.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { type NotMet, UNKNOWN } from '../model/outcome.js';
import type { FactValue } from '../model/state-view.js';
import { compileAddress, compileExpression, type Scope } from '../predicate/compile-expression.js';
import { compileCallData, compileNamedCall } from '../predicate/executed-view.js';
import { compileSourceReader } from '../predicate/source-reader.js';

const NOTHING = 'nothing';

/** A description of what a failing predicate found. */
export function observationOf(
  predicate: Predicate,
  family: Family,
  outcome: NotMet,
  context: EvaluationContext,
): string {
  const scope = scopeOf(predicate, family);
  if ('dep' in predicate) return ofClaim(predicate, scope, context);
  const isEach = predicate.id === family.each;
  const why = outcome === UNKNOWN ? whyNotExecuted(predicate, scope, context) : undefined;
  if (why !== undefined) return `${unsettled(outcome)}: ${why}`;
  if (outcome === UNKNOWN && isEach) return unsettled(outcome);
  if ('source' in predicate || 'read' in predicate) {
    const current = compileSourceReader(predicate, { scope, isEach }).fact(context);
    if (typeof current === 'symbol') return unsettled(current);
    return current === undefined ? NOTHING : shown(current.value);
  }
  const compared = comparedOf(predicate).map((expression) => shownOf(expression, scope, context));
  return compared.length === 0 ? unsettled(outcome) : compared.join(', ');
}

/** Why a view call or delegation has no result, although all checks before it hold. */
function whyNotExecuted(predicate: Predicate, scope: Scope, context: EvaluationContext): string | undefined {
  if (!('view' in predicate || 'delegation' in predicate)) return undefined;
  if (context.outcomes.some((one) => typeof one === 'symbol')) return undefined;
  const at = compileAddress(predicate.at, scope)(context);
  const data =
    'view' in predicate
      ? compileCallData(predicate, scope)(context)
      : (compileNamedCall(predicate, scope)?.(context) ?? '');
  if (typeof at === 'symbol' || typeof data === 'symbol') return undefined;
  return context.view.whyUnknown?.(at, predicate.source, data);
}

/** The names available to a predicate: those of the predicates before it. */
function scopeOf({ id }: Predicate, family: Family): Scope {
  const places = new Map<string, number>();
  for (const [place, predicate] of [...family.facts, ...family.negativeControls].entries()) {
    if (predicate.id === id) break;
    places.set(predicate.id, place);
  }
  return scopeAt(family, places);
}

function ofClaim({ dep: id, of }: ClaimOperand, scope: Scope, context: EvaluationContext): string {
  const at = compileAddress(of, scope)(context);
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
    : 'nothing to look at: an earlier check does not hold, or has no such value';
}

function shown(value: FactValue): string {
  if (typeof value === 'string') return value;
  return Object.entries(value)
    .map(([name, text]) => `${name} ${text}`)
    .join(', ');
}
