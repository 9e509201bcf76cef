import { FAILS } from '../model/outcome.js';
import type { Operator } from './operator.js';

/** The source has a fact. */
export const exists: Operator = (_predicate, { sourceReader }) => {
  const { fact } = sourceReader();
  return {
    expected: true,
    observed: true,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (interval === undefined) return FAILS;
      const { start, evidence, value, key, tx } = interval;
      return { expected: true, observed: true, start, since: start, evidence, value, key, tx };
    },
  };
};
