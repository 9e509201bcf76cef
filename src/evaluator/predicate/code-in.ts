import type { PredicateOf } from '../../definition/model/predicate.js';
import { FAILS } from '../model/outcome.js';
import { bindingRef } from './binding-ref.js';
import type { CompiledPredicate, PredicatePlace } from './operator.js';
import { compileSourceReader } from './source-reader.js';

/** A check that one field of an address's code is in a binding. */
export function codeIn(
  predicate: PredicateOf<'code_hash_in' | 'fingerprint_in'>,
  place: PredicatePlace,
  field: 'hash' | 'fingerprint',
): CompiledPredicate {
  const { binding } = predicate;
  const expected = { binding };
  const { fact } = compileSourceReader(predicate, place);
  return {
    expected,
    evaluate: (context) => {
      const interval = fact(context);
      if (typeof interval === 'symbol') return interval;
      const key = typeof interval?.value === 'object' ? interval.value[field] : undefined;
      if (key === undefined) return FAILS;
      const membership = context.view.membership(binding, key);
      if (!('member' in membership)) return FAILS;
      const { start, evidence, value, tx } = interval!;
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
