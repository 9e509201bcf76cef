import type { Check, Definition, Family } from '../../definition/catalog/definition.js';
import { planOf } from '../evaluate/definition-plan.js';
import { evaluate } from '../evaluate/evaluate.js';
import type { FamilyPlan } from '../evaluate/family-plan.js';
import type { Moment } from '../evaluate/moment.js';
import { FAILS, type Outcome, UNKNOWN } from '../operator/outcome.js';
import type { Holding, StateView } from '../state/state-view.js';
import { expectationOf } from './expectation-of.js';
import type { ExplainedCheck, ExplainedFamily, Explanation } from './explanation.js';
import { observationOf } from './observation-of.js';

/** More keys than these of one family are not looked at one by one. */
const MAX_KEYS = 20;

/** Judges every check of every family, also behind one that fails. */
export function explain(definition: Definition, subject: string, view: StateView): Explanation {
  const plans = planOf(definition);
  return {
    verdict: evaluate(definition, subject, view).verdict,
    families: definition.families.flatMap((family, at) => explainFamily(family, plans[at]!, subject, view)),
  };
}

function explainFamily(
  family: Family,
  plan: FamilyPlan,
  subject: string,
  view: StateView,
): readonly ExplainedFamily[] {
  const candidates = candidatesOf(plan, subject, view);
  const moments = (candidates === 'unknown' ? [undefined] : candidates).map(
    (candidate): Moment => ({ subject, view, outcomes: [], ...(candidate && { candidate }) }),
  );
  return moments.map((moment) => {
    const checks = [...family.facts, ...family.negativeControls].map((check, place) => {
      const isOpen = candidates === 'unknown' && place === plan.each!.place;
      const outcome = isOpen ? UNKNOWN : plan.checks[place]!(moment);
      const explained = explainCheck(check, family, outcome, moment);
      moment.outcomes.push(outcome);
      return explained;
    });
    const { candidate } = moment;
    return {
      id: family.id,
      ...(candidate && { key: candidate.key }),
      outcome: worst([...checks.map(({ outcome }) => outcome), ...claimOutcomes(plan, moment)]),
      checks,
    };
  });
}

/** Of a family judged once per key, what is held of its first keys; without any the family is looked at once. */
function candidatesOf(
  { each, checks }: FamilyPlan,
  subject: string,
  view: StateView,
): readonly (Holding | undefined)[] | 'unknown' {
  if (each === undefined) return [undefined];
  const moment: Moment = { subject, view, outcomes: [] };
  for (let place = 0; place < each.place; place++) moment.outcomes.push(checks[place]!(moment));
  const address = each.address(moment);
  if (address === UNKNOWN) return 'unknown';
  const held = address === FAILS ? [] : view.heldKeys(address, each.source);
  if (held === 'unknown') return held;
  return held.length === 0 ? [undefined] : held.slice(0, MAX_KEYS);
}

function explainCheck(check: Check, family: Family, outcome: Outcome, moment: Moment): ExplainedCheck {
  const { id, operator, description } = check;
  const about = {
    id,
    operator,
    isControl: family.negativeControls.includes(check),
    ...(description !== undefined && { description }),
  };
  if (typeof outcome !== 'symbol') {
    const { expected, observed, evidence = [] } = outcome;
    return { ...about, outcome: 'holds', expected, observed, evidence };
  }
  return {
    ...about,
    outcome: outcome === FAILS ? 'fails' : 'unknown',
    expected: expectationOf(check),
    observed: observationOf(check, family, outcome, moment),
    evidence: [],
  };
}

/** Whether object and value of the claim can be said, where the family has them. */
function claimOutcomes({ object, value }: FamilyPlan, moment: Moment): ExplainedCheck['outcome'][] {
  return [object, value].flatMap((operand) => {
    const said = operand?.(moment);
    return said === undefined ? [] : [said === FAILS ? 'fails' : said === UNKNOWN ? 'unknown' : 'holds'];
  });
}

function worst(outcomes: readonly ExplainedCheck['outcome'][]): ExplainedCheck['outcome'] {
  if (outcomes.includes('fails')) return 'fails';
  return outcomes.includes('unknown') ? 'unknown' : 'holds';
}
