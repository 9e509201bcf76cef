import type { Definition } from '../../src/definition/model/definition.js';
import type { FixtureCase } from '../../src/definition/schema/fixture-case.js';
import { planOf } from '../../src/evaluator/evaluate/definition-plan.js';
import { evaluateCase } from '../../src/evaluator/fixture/evaluate-case.js';
import { BadReference } from '../../src/evaluator/predicate/compile-expression.js';
import type { Mutant } from './mutant.js';

/** The verdict of a definition's fixtures on a mutant; 'stillborn' if it does not compile. */
export type Fate = 'killed' | 'survived' | 'stillborn';

/** A mutant is killed by the first case with another verdict, family, value, object, reference block or witness. */
export function fateOf({ definition }: Mutant, written: Definition, cases: readonly FixtureCase[]): Fate {
  if (!compiles(definition)) return 'stillborn';
  return cases.some((one) => evaluateCase(definition, one, written) !== undefined) ? 'killed' : 'survived';
}

function compiles(definition: Definition): boolean {
  try {
    planOf(definition);
    return true;
  } catch (error) {
    if (error instanceof BadReference) return false;
    throw error;
  }
}
