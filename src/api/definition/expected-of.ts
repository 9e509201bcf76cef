import type { WrittenPredicate } from '../../projection/definition/definition.reader.js';

/**
 * What a comparison expects, as far as the definition alone tells: proofs say it with the address's own values in place of expressions.
 * A list is named by its id.
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
