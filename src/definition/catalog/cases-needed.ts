import type { Definition } from '../model/definition.js';
import type { AnyOperands } from '../model/predicate.js';
import type { FixtureCase } from '../schema/fixture-case.js';

/**
 * How many fixture cases of each verdict a definition needs at least. A definition that reads only bindings
 * is never undecided.
 */
export function casesNeeded({ families }: Definition): Readonly<Record<FixtureCase['verdict'], number>> {
  const predicates = families.flatMap(({ facts, negativeControls }) => [...facts, ...negativeControls]);
  return { proven: 3, notProven: 3, undecided: predicates.some(mayBeUnknown) ? 1 : 0 };
}

function mayBeUnknown({ source, read, dep }: AnyOperands): boolean {
  return source !== undefined || read !== undefined || dep !== undefined;
}
