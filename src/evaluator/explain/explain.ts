import type { Definition, Family } from '../../definition/model/definition.js';
import type { Predicate } from '../../definition/model/predicate.js';
import type { Address } from '../../domain/chain/hex.js';
import { planOf } from '../evaluate/definition-plan.js';
import { evaluate } from '../evaluate/evaluate.js';
import type { FamilyPlan } from '../evaluate/family-plan.js';
import { keysOf } from '../evaluate/keys-of.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import { FAILS, type Outcome, UNKNOWN } from '../model/outcome.js';
import type { FactInterval, StateView } from '../model/state-view.js';
import { expectationOf } from './expectation-of.js';
import type { ExplainedFamily, ExplainedPredicate, Explanation } from './explanation.js';
import { observationOf } from './observation-of.js';

/** Keys of a family that are explained one by one; further keys are left out. */
const MAX_KEYS = 20;

/**
 * Evaluates every predicate of every family, including those after a failure.
 * @param evaluated what `evaluate` gives for the same: with thousands of keys it takes as long as the rest
 */
export function explain(
  definition: Definition,
  subject: Address,
  view: StateView,
  evaluated = evaluate(definition, subject, view),
): Explanation {
  const plans = planOf(definition);
  const { verdict, claims } = evaluated;
  const objects = new Set(claims.map(({ object }) => object));
  const about = { subject, view, objects };
  return {
    verdict,
    families: definition.families.flatMap((family, at) => explainFamily(family, plans[at]!, about)),
  };
}

interface Explained {
  readonly subject: Address;
  readonly view: StateView;
  /** Objects of the claims. An object with too many keys has no claim. */
  readonly objects: ReadonlySet<string | undefined>;
}

function explainFamily(
  family: Family,
  plan: FamilyPlan,
  { subject, view, objects }: Explained,
): readonly ExplainedFamily[] {
  const candidates = candidatesOf(plan, subject, view);
  const contexts = (candidates === 'unknown' ? [undefined] : candidates).map(
    (candidate): EvaluationContext => ({ subject, view, outcomes: [], ...(candidate && { candidate }) }),
  );
  return contexts.map((context) => {
    const predicates = [...family.facts, ...family.negativeControls].map((predicate, place) => {
      const isOpen = candidates === 'unknown' && place === plan.each!.place;
      const outcome = isOpen ? UNKNOWN : plan.predicates[place]!(context);
      const explained = explainPredicate(predicate, family, outcome, context);
      context.outcomes.push(outcome);
      return explained;
    });
    const { candidate } = context;
    return {
      id: family.id,
      ...(candidate && { key: candidate.key }),
      outcome: worst([...predicates.map(({ outcome }) => outcome), ...claimOutcomes(plan, context, objects)]),
      checks: predicates,
    };
  });
}

/** The facts of a family's first keys; one undefined for a family that has none. */
function candidatesOf(
  { each, predicates }: FamilyPlan,
  subject: Address,
  view: StateView,
): readonly (FactInterval | undefined)[] | 'unknown' {
  if (each === undefined) return [undefined];
  const context: EvaluationContext = { subject, view, outcomes: [] };
  for (let place = 0; place < each.place; place++) context.outcomes.push(predicates[place]!(context));
  const current = keysOf(each, context);
  if (current === 'unknown') return current;
  const known = current.filter((one) => one !== undefined);
  const mayHaveMore = known.length < current.length || known.length === 0;
  return [...known.slice(0, MAX_KEYS), ...(mayHaveMore ? [undefined] : [])];
}

function explainPredicate(
  predicate: Predicate,
  family: Family,
  outcome: Outcome,
  context: EvaluationContext,
): ExplainedPredicate {
  const { id, operator, description } = predicate;
  const about = {
    id,
    operator,
    isControl: family.negativeControls.includes(predicate),
    ...(description !== undefined && { description }),
  };
  if (typeof outcome !== 'symbol') {
    const { expected, observed, evidence = [] } = outcome;
    return { ...about, outcome: 'holds', expected, observed, evidence };
  }
  return {
    ...about,
    outcome: outcome === FAILS ? 'fails' : 'unknown',
    expected: expectationOf(predicate),
    observed: observationOf(predicate, family, outcome, context),
    evidence: [],
  };
}

/** The outcomes of object and value of the claim, where the family has them. */
function claimOutcomes(
  { object, value }: FamilyPlan,
  context: EvaluationContext,
  objects: Explained['objects'],
): ExplainedPredicate['outcome'][] {
  return [object, value].flatMap((operand) => {
    const said = operand?.(context);
    if (said === undefined) return [];
    if (said === FAILS) return ['fails'];
    return [said === UNKNOWN || (operand === object && !objects.has(said)) ? 'unknown' : 'holds'];
  });
}

function worst(outcomes: readonly ExplainedPredicate['outcome'][]): ExplainedPredicate['outcome'] {
  if (outcomes.includes('fails')) return 'fails';
  return outcomes.includes('unknown') ? 'unknown' : 'holds';
}
