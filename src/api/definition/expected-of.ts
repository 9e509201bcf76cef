import type { WrittenPredicate } from '../../claims/definition.reader.js';

/**
 * The expected value of a predicate, as far as the definition states it. In proofs, the values of the address
 * replace expressions. A list is named by its id.
 */
export function expectedOf({
  operator,
  expected,
  binding,
  dep,
  storage,
  ...predicate
}: WrittenPredicate): unknown {
  if (operator === 'absent') return 'absent';
  if (expected !== undefined) return expected;
  if (binding !== undefined) return { binding };
  return predicate.with ?? dep ?? storage ?? true;
}
