import { type Operator, onlyOperand } from './operator.js';
import { FAILS } from './outcome.js';

/** So many bytes. */
export const length: Operator = (check, parts) => {
  const expected = check.expected as number;
  const bytes = onlyOperand(check, parts);
  return {
    expected,
    observed: expected,
    judge: (context) => {
      const hex = bytes(context);
      if (typeof hex === 'symbol') return hex;
      if (!hex.startsWith('0x') || hex.length !== 2 + 2 * expected) return FAILS;
      return { expected, observed: expected };
    },
  };
};
