import { FAILS } from '../model/outcome.js';
import { bindingRef } from './binding-ref.js';
import { type Operator, onlyOperand } from './operator.js';

/** The value is in a binding. */
export const isIn: Operator = (predicate, parts) => {
  const binding = predicate.binding!;
  const expected = { binding };
  const looked = onlyOperand(predicate, parts);
  return {
    expected,
    evaluate: (context) => {
      const key = looked(context);
      if (typeof key === 'symbol') return key;
      const membership = context.view.membership(binding, key);
      if (!('member' in membership)) return FAILS;
      const { version, from, fields } = membership.member;
      return {
        expected,
        observed: key,
        start: from,
        evidence: [bindingRef(binding, version)],
        bindingVersion: version,
        fields,
      };
    },
  };
};
