import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, UNKNOWN } from '../model/outcome.js';
import type { FactInterval } from '../model/state-view.js';
import type { FamilyPlan } from './family-plan.js';

/** The facts that a family is evaluated for, one by one. A view call is asked for only where all checks before it hold. */
export function keysOf(
  { address, source, callData }: NonNullable<FamilyPlan['each']>,
  context: EvaluationContext,
): readonly FactInterval[] | 'unknown' {
  const at = address(context);
  if (at === FAILS) return [];
  if (at === UNKNOWN) return 'unknown';
  if (!callData) return context.view.factsByKey(at, source);
  if (context.outcomes.some((outcome) => typeof outcome === 'symbol')) return 'unknown';
  const data = callData(context);
  if (data === FAILS) return [];
  return data === UNKNOWN ? 'unknown' : context.view.factsByKey(at, source, data);
}
