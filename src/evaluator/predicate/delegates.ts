import { FAILS } from '../model/outcome.js';
import type { Compile } from './operator.js';
import { compileSourceReader } from './source-reader.js';

const EXPECTED = 'delegation';

/** A contract delegates the calls that it does not dispatch to one account, as executing it shows. */
export const delegates: Compile<'delegates'> = (predicate, place) => {
  const { fact } = compileSourceReader(predicate, place);
  return {
    expected: EXPECTED,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (typeof interval?.value !== 'object') return FAILS;
      const { start, evidence, value } = interval;
      return { expected: EXPECTED, observed: value.target!, start, since: start, evidence, value };
    },
  };
};
