import { FAILS } from '../model/outcome.js';
import type { Compile } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** The source has this value. */
export const latest: Compile<'latest'> = (predicate, place) => {
  const { expected } = predicate;
  const { fact } = compileSourceReader(predicate, place);
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
