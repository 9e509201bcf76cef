import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, type Met, type Outcome, UNKNOWN } from '../model/outcome.js';
import type { Run } from '../model/run.js';
import type { StateView } from '../model/state-view.js';
import type { PredicateEvaluator } from '../predicate/operator.js';
import type { FamilyPlan } from './family-plan.js';
import { keysOf } from './keys-of.js';

/** The family neither holds nor fails: facts are not known. */
export interface Open {
  /** The object, where it is known. */
  readonly openObject: Address | undefined;
}

/**
 * Evaluates a family once, or once per key, ascending by key. Failures are left out of the result.
 *
 * @param context without outcomes; if it has none afterwards, the caller may use it again
 */
export function evaluateFamily(plan: FamilyPlan, context: EvaluationContext): readonly (Run | Open)[] {
  const { subject, view } = context;
  const { each } = plan;
  if (!each) return listed(evaluateFrom(0, plan, context, true));
  const shared = part(view, plan, undefined, () => evaluateShared(plan, each.place, subject, view));
  if (shared === FAILS) return NOTHING;
  context.outcomes.push(...shared.outcomes);
  const keys = keysOf(each, context);
  if (keys === 'unknown') {
    context.outcomes.push(UNKNOWN);
    return listed(evaluateFrom(each.place + 1, plan, context, false));
  }
  return keys.flatMap((candidate) =>
    part(view, shared, candidate, () => {
      const outcomes = shared.outcomes.slice();
      const ofKey = { subject, view, outcomes, ...(candidate && { candidate }) };
      return listed(evaluateFrom(each.place, plan, ofKey, shared.holds));
    }),
  );
}

/** What the predicates before the keys say, for all keys. */
interface Shared {
  readonly outcomes: readonly Outcome[];
  readonly holds: boolean;
}

function evaluateShared(
  plan: FamilyPlan,
  place: number,
  subject: Address,
  view: StateView,
): Shared | typeof FAILS {
  const outcomes: Outcome[] = [];
  const state = evaluatePredicates(plan.predicates, { subject, view, outcomes }, 0, place);
  return state === FAILS ? FAILS : { outcomes, holds: state === true };
}

function part<Result>(view: StateView, of: object, key: unknown, evaluate: () => Result): Result {
  return view.part ? view.part(of, key, evaluate) : evaluate();
}

const NOTHING: readonly never[] = [];

function listed(evaluated: Run | Open | undefined): readonly (Run | Open)[] {
  return evaluated ? [evaluated] : NOTHING;
}

/** @param before whether everything before that place holds */
function evaluateFrom(
  place: number,
  plan: FamilyPlan,
  context: EvaluationContext,
  before: boolean,
): Run | Open | undefined {
  const rest = evaluatePredicates(plan.predicates, context, place, plan.predicates.length);
  if (rest === FAILS) return undefined;
  const object = plan.object?.(context);
  if (object === FAILS) return undefined;
  const value = plan.value?.(context);
  if (value === FAILS) return undefined;
  if (!before || rest === UNKNOWN || object === UNKNOWN || value === UNKNOWN)
    return { openObject: object === UNKNOWN ? undefined : object };
  return { outcomes: context.outcomes as Met[], object, value };
}

/**
 * Evaluates predicates from one place to another. A failure ends it. An unknown does not: what later
 * predicates need must be requested too.
 */
function evaluatePredicates(
  predicates: readonly PredicateEvaluator[],
  context: EvaluationContext,
  from: number,
  to: number,
): true | typeof FAILS | typeof UNKNOWN {
  let state: true | typeof UNKNOWN = true;
  for (let place = from; place < to; place++) {
    const outcome = predicates[place]!(context);
    if (outcome === FAILS) return FAILS;
    if (outcome === UNKNOWN) state = UNKNOWN;
    context.outcomes.push(outcome);
  }
  return state;
}
