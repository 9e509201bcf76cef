import { FAILS } from '../model/outcome.js';
import type { Operator } from './operator.js';

/** The source has this value. */
export const latest: Operator = (predicate, { sourceReader }) => {
  const expected = predicate.expected as string;
  const { fact } = sourceReader();
  return {
    expected,
    observed: expected,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (interval?.value !== expected) return FAILS;
      const { start, evidence, value, key, tx } = interval;
      return { expected, observed: expected, start, since: start, evidence, value, key, tx };
    },
  };
};
