import { FAILS } from '../model/outcome.js';
import { bindingRef } from './binding-ref.js';
import { compileExpression } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The value is in a binding. */
export const isIn: Compile<'in'> = ({ of, binding }, { scope }) => {
  const expected = { binding };
  const looked = compileExpression(of, scope);
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
