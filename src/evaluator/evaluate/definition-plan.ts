import type { Definition } from '../../definition/model/definition.js';
import { type FamilyPlan, planFamily } from './family-plan.js';

const plans = new WeakMap<Definition, readonly FamilyPlan[]>();

/** The plans of a definition's families, compiled on first use. */
export function planOf(definition: Definition): readonly FamilyPlan[] {
  let plan = plans.get(definition);
  if (plan === undefined) {
    plan = definition.families.map((family) => planFamily(definition, family));
    plans.set(definition, plan);
  }
  return plan;
}
