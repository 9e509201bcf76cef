import { FAILS } from '../model/outcome.js';
import { type Operator, onlyOperand } from './operator.js';

/** The value is not in a binding; the check starts with the block from which it no longer was. */
export const notIn: Operator = (predicate, parts) => {
  const binding = predicate.binding!;
  const expected = { binding };
  const looked = onlyOperand(predicate, parts);
  return {
    expected,
    evaluate: (context) => {
      const key = looked(context);
      if (typeof key === 'symbol') return key;
      const membership = context.view.membership(binding, key);
      if ('member' in membership) return FAILS;
      const { version, from } = membership.none;
      return { expected, observed: key, start: from, bindingVersion: version };
    },
  };
};
