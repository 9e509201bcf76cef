import type { Operator } from './operator.js';
import { FAILS } from './outcome.js';

/** Something of the register is held. */
export const exists: Operator = (_check, { register }) => {
  const { held } = register();
  return {
    expected: true,
    observed: true,
    judge: (moment) => {
      const holding = held(moment);
      if (typeof holding === 'symbol') return holding;
      if (holding === undefined) return FAILS;
      const { start, evidence, value, key, tx } = holding;
      return { expected: true, observed: true, start, since: start, evidence, value, key, tx };
    },
  };
};
