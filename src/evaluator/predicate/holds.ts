import { FAILS, UNKNOWN } from '../model/outcome.js';
import { compileAddress } from './compile-expression.js';
import type { Compile } from './operator.js';

/** The claim of another definition about the address is proven. */
export const holds: Compile<'holds'> = ({ dep: id, of }, { scope }) => {
  const address = compileAddress(of, scope);
  return {
    expected: id,
    observed: id,
    evaluate: (context) => {
      const at = address(context);
      if (typeof at === 'symbol') return at;
      const claim = context.view.claim(id, at);
      if (claim === 'unknown') return UNKNOWN;
      if (claim === undefined) return FAILS;
      return {
        expected: id,
        observed: id,
        start: claim.referenceBlock,
        since: claim.intervalStart,
        dependency: claim.proofHash,
        value: claim.value,
      };
    },
  };
};
