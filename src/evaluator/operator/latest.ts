import type { Operator } from './operator.js';
import { FAILS } from './outcome.js';

/** The register holds this value. */
export const latest: Operator = (check, { register }) => {
  const expected = check.expected as string;
  const { held } = register();
  return {
    expected,
    observed: expected,
    judge: (moment) => {
      const holding = held(moment);
      if (typeof holding === 'symbol') return holding;
      if (holding?.value !== expected) return FAILS;
      const { start, evidence, value, key, tx } = holding;
      return { expected, observed: expected, start, since: start, evidence, value, key, tx };
    },
  };
};
