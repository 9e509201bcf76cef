import type { PredicateOf } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import { compileCodesReader } from './codes-reader.js';
import type { CompiledPredicate, PredicatePlace } from './operator.js';
import { reachCheck } from './reached-by-code.js';

/** Code reaches every one, or none, of the functions or instructions. */
export function reached(
  predicate: PredicateOf<'selectors_all' | 'selectors_none' | 'instructions_all' | 'instructions_none'>,
  place: PredicatePlace,
): CompiledPredicate {
  const { operator, expected } = predicate;
  const observed = operator.endsWith('_all') ? expected : [];
  const read = compileCodesReader(predicate, place);
  const agrees = reachCheck(operator, expected);
  return {
    expected,
    observed,
    evaluate: (context) => {
      const interval = read(context, agrees);
      if (typeof interval === 'symbol') return interval;
      if (interval === undefined) return FAILS;
      const { start, evidence, value, tx } = interval;
      return { expected, observed, start, since: start, evidence, value, tx };
    },
  };
}
