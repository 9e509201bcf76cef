import type { AnyOperands, Predicate } from '../../definition/model/predicate.js';
import type { Stated } from '../model/outcome.js';

/** The expected value of a predicate, as far as the definition alone determines it. */
export function expectationOf(predicate: Predicate): Stated {
  const { operator } = predicate;
  const { expected, dep, binding, view, delegation, with: other }: AnyOperands = predicate;
  if (expected !== undefined) return expected;
  if (operator === 'absent') return 'absent';
  if (dep !== undefined) return dep;
  if (binding !== undefined) return operator === 'not_in' ? `none of ${binding}` : { binding };
  if (view !== undefined) return view.signature;
  if (delegation !== undefined) return delegation.kind;
  if (other?.of === 'check') return `the value of ${[other.check, other.field].filter(Boolean).join('.')}`;
  if (other !== undefined) return `the ${other.of}`;
  return operator === 'slot_address' ? 'an address' : true;
}
