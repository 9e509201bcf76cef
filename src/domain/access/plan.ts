/** Plans of a key; each includes everything of the one before. */
export const PLANS = ['Enriched Data', 'Intelligence'] as const;

export type Plan = (typeof PLANS)[number];

/** The plan that every key has at least. */
export const LOWEST_PLAN: Plan = PLANS[0];

/** Whether a method that needs `required` is open to `plan`. */
export function opens(plan: Plan, required: Plan): boolean {
  return PLANS.indexOf(plan) >= PLANS.indexOf(required);
}
