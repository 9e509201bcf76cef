import { FAILS } from '../model/outcome.js';
import { compileExpression } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The value is not in a binding. The check holds from the block in which its membership ended. */
export const notIn: Compile<'not_in'> = ({ of, binding }, { scope }) => {
  const expected = { binding };
  const looked = compileExpression(of, scope);
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
