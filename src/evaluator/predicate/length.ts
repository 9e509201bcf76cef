import { FAILS } from '../model/outcome.js';
import { type Operator, onlyOperand } from './operator.js';

/** So many bytes. */
export const length: Operator = (predicate, parts) => {
  const expected = predicate.expected as number;
  const bytes = onlyOperand(predicate, parts);
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
