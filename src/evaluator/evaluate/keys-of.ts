import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, UNKNOWN } from '../model/outcome.js';
import type { FactInterval } from '../model/state-view.js';
import type { FamilyPlan } from './family-plan.js';

/** Anybody can make a contract have any number of keys; from events, each costs some 2,000 gas. */
const MAX_KEYS = 10_000;

/**
 * The facts that a family is evaluated for, one by one; an `undefined` stands for keys that may be missing.
 * More than 10,000 keys of a source count as unknown. A view call is requested only where all checks before
 * it hold.
 */
export function keysOf(
  { address, source, callData, finds }: NonNullable<FamilyPlan['each']>,
  context: EvaluationContext,
): readonly (FactInterval | undefined)[] | 'unknown' {
  const at = address(context);
  if (at === FAILS) return [];
  if (at === UNKNOWN) return 'unknown';
  if (!callData) {
    const found = context.view.factsByKey(at, source);
    if (found === 'unknown' || found.length > MAX_KEYS) return 'unknown';
    return finds && context.view.isOlder(at) ? [...found, undefined] : found;
  }
  if (context.outcomes.some((outcome) => typeof outcome === 'symbol')) return 'unknown';
  const data = callData(context);
  if (data === FAILS) return [];
  return data === UNKNOWN ? 'unknown' : context.view.factsByKey(at, source, data);
}
