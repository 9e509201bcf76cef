import type { Definition } from '../../definition/model/definition.js';
import type { Address } from '../../domain/chain/hex.js';
import type { EvaluationContext } from '../model/evaluation-context.js';
import type { Run } from '../model/run.js';
import type { StateView } from '../model/state-view.js';
import { claimOf } from './claim-of.js';
import { planOf } from './definition-plan.js';
import { evaluateFamily } from './evaluate-family.js';
import type { Evaluation, ProvenClaim } from './evaluation.js';
import type { FamilyPlan } from './family-plan.js';

/** Most keys of one object. They share one proof, which each change of one of them writes anew. */
const MAX_KEYS_OF_OBJECT = 100;

const NOT_PROVEN: Evaluation = { verdict: 'notProven', claims: [], undecided: false };
export const UNDECIDED: Evaluation = { verdict: 'undecided', claims: [], undecided: true };

/**
 * The claims of a definition for a subject at one block, as `definitions/README.md` describes. Everything the result depends on is read
 * from the view, absences included. A family is not read beyond its first failing predicate.
 *
 * @throws BadReference for a definition whose expressions name missing values
 * @throws NotCanonical when a binding or a fact has a value that a proof cannot contain
 */
export function evaluate(definition: Definition, subject: Address, view: StateView): Evaluation {
  const plans = planOf(definition);
  return definition.kind === 'attribute'
    ? evaluateAttribute(plans, subject, view)
    : evaluateRelation(plans, subject, view);
}

function evaluateAttribute(plans: readonly FamilyPlan[], subject: Address, view: StateView): Evaluation {
  let verdict = NOT_PROVEN;
  let context: EvaluationContext = { subject, view, outcomes: [] };
  for (const plan of plans) {
    // Most families fail by their first predicate.
    if (context.outcomes.length > 0) context = { subject, view, outcomes: [] };
    const evaluated = evaluateFamily(plan, context)[0];
    if (evaluated === undefined) continue;
    if ('outcomes' in evaluated)
      return { verdict: 'proven', claims: [claimOf(plan, subject, [evaluated], view)], undecided: false };
    verdict = UNDECIDED;
  }
  return verdict;
}

function evaluateRelation(plans: readonly FamilyPlan[], subject: Address, view: StateView): Evaluation {
  const evaluated: EvaluatedFamily[] = [];
  let context: EvaluationContext = { subject, view, outcomes: [] };
  for (const plan of plans) {
    if (context.outcomes.length > 0) context = { subject, view, outcomes: [] };
    const family = evaluateFamily(plan, context);
    if (family.length > 0) evaluated.push({ plan, family });
  }
  return evaluated.length === 0 ? NOT_PROVEN : joined(evaluated, subject, view);
}

interface EvaluatedFamily {
  readonly plan: FamilyPlan;
  readonly family: ReturnType<typeof evaluateFamily>;
}

/** The first family that holds for an object carries the claim about it. */
function joined(all: readonly EvaluatedFamily[], subject: Address, view: StateView): Evaluation {
  const claims = new Map<string, ProvenClaim>();
  const open = new Set<string | undefined>();
  for (const { plan, family } of all) {
    const runs = new Map<string, Run[]>();
    for (const evaluated of family) {
      if ('openObject' in evaluated) open.add(evaluated.openObject);
      else if (!claims.has(evaluated.object!)) addTo(runs, evaluated);
    }
    for (const [object, ofObject] of runs) {
      if (ofObject.length > MAX_KEYS_OF_OBJECT) open.add(object);
      else claims.set(object, claimOfRuns(plan, subject, ofObject, view));
    }
  }
  const undecided = [...open].some((object) => object === undefined || !claims.has(object));
  if (claims.size === 0) return undecided ? UNDECIDED : NOT_PROVEN;
  return { verdict: 'proven', claims: ascending(claims), undecided };
}

/** The claim that the same runs had at the block before, or a new one. */
function claimOfRuns(plan: FamilyPlan, subject: Address, runs: readonly Run[], view: StateView): ProvenClaim {
  if (!view.part) return claimOf(plan, subject, runs, view);
  let same: object = plan;
  for (const run of runs) same = view.part(same, run, () => ({}));
  return view.part(same, undefined, () => claimOf(plan, subject, runs, view));
}

function addTo(runs: Map<string, Run[]>, run: Run): void {
  const ofObject = runs.get(run.object!);
  if (ofObject) ofObject.push(run);
  else runs.set(run.object!, [run]);
}

function ascending(claims: ReadonlyMap<string, ProvenClaim>): readonly ProvenClaim[] {
  return [...claims].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, claim]) => claim);
}
