import { FAILS } from '../model/outcome.js';
import { compileExpression } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The value has this many bytes. */
export const length: Compile<'length'> = ({ of, expected }, { scope }) => {
  const bytes = compileExpression(of, scope);
  return {
    expected,
    observed: expected,
    evaluate: (context) => {
      const hex = bytes(context);
      if (typeof hex === 'symbol') return hex;
      if (!hex.startsWith('0x') || hex.length !== 2 + 2 * expected) return FAILS;
      return { expected, observed: expected };
    },
  };
};
