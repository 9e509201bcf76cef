import { FAILS } from '../model/outcome.js';
import type { Compile } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** A view call returns a value. */
export const returns: Compile<'returns'> = (predicate, place) => {
  const expected = predicate.view.signature;
  const { fact } = compileSourceReader(predicate, place);
  return {
    expected,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (typeof interval?.value !== 'string') return FAILS;
      const { start, evidence, value } = interval;
      return { expected, observed: value, start, since: start, evidence, value };
    },
  };
};
