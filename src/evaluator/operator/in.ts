import { bindingRef } from './binding-ref.js';
import { type Operator, onlyOperand } from './operator.js';
import { FAILS } from './outcome.js';

/** The value is in a binding. */
export const isIn: Operator = (check, parts) => {
  const binding = check.binding!;
  const expected = { binding };
  const looked = onlyOperand(check, parts);
  return {
    expected,
    judge: (moment) => {
      const key = looked(moment);
      if (typeof key === 'symbol') return key;
      const membership = moment.view.membership(binding, key);
      if (!('held' in membership)) return FAILS;
      const { version, from, fields } = membership.held;
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
