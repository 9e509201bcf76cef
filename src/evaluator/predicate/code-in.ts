import type { PredicateOf } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import type { FactValue } from '../model/state-view.js';
import { bindingRef } from './binding-ref.js';
import type { CompiledPredicate, PredicatePlace } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** Checks that a binding has a property of an address's code. */
export function codeIn(
  predicate: PredicateOf<'code_hash_in' | 'build_in' | 'fingerprint_in'>,
  place: PredicatePlace,
  keyOf: (value: FactValue) => string | undefined,
): CompiledPredicate {
  const { binding } = predicate;
  const expected = { binding };
  const { fact } = compileSourceReader(predicate, place);
  return {
    expected,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      if (interval === undefined) return FAILS;
      const { start, evidence, value, tx } = interval;
      const key = keyOf(value);
      if (key === undefined) return FAILS;
      const membership = context.view.membership(binding, key);
      if (!('member' in membership)) return FAILS;
      const { version, from, fields } = membership.member;
      return {
        expected,
        observed: key,
        start: Math.max(start, from),
        since: start,
        evidence: [...evidence, bindingRef(binding, version)],
        bindingVersion: version,
        value,
        fields,
        tx,
      };
    },
  };
}
