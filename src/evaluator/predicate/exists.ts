import { FAILS, UNKNOWN } from '../model/outcome.js';
import { compileAddress } from './compile-expression.js';
import { mayHaveMore } from './more-candidates.js';
import type { Compile } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** The source has a fact. */
export const exists: Compile<'exists' | 'log_within_frame'> = (predicate, place) => {
  const { fact } = compileSourceReader(predicate, place);
  const address = compileAddress(predicate.at, place.scope);
  const finds = 'candidates' in predicate;
  return {
    expected: true,
    observed: true,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (interval === undefined) return finds && mayHaveMore(context, address) ? UNKNOWN : FAILS;
      const { start, evidence, value, key, tx } = interval;
      return { expected: true, observed: true, start, since: start, evidence, value, key, tx };
    },
  };
};
