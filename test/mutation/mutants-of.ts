import type { Definition, Family } from '../../src/definition/model/definition.js';
import type { Expression } from '../../src/definition/model/predicate.js';
import { namedBy, otherExpressions, textOf } from './expression-changes.js';
import { type CheckChange, type Mutant, withCheck, withFamily } from './mutant.js';
import { operandChanges, type Surroundings } from './operand-changes.js';
import { operatorChanges } from './operator-changes.js';

/** Every definition that differs from this one by a single change. */
export function mutantsOf(
  definition: Definition,
  sources: Pick<Surroundings, 'sourceOf' | 'numberOf'>,
): readonly Mutant[] {
  return [
    ...familyMutants(definition),
    ...definition.families.flatMap((family, at) => [
      ...checkMutants(definition, at, family, sources),
      ...claimMutants(definition, at, family),
    ]),
  ];
}

function familyMutants(definition: Definition): readonly Mutant[] {
  const { families } = definition;
  const removed = families.map(({ id }, at) => ({
    name: `${id}: family is removed`,
    definition: { ...definition, families: families.toSpliced(at, 1) },
  }));
  const swapped = families.slice(1).map((family, at) => ({
    name: `${family.id}: family comes before ${families[at]!.id}`,
    definition: { ...definition, families: families.with(at, family).with(at + 1, families[at]!) },
  }));
  return [...(families.length > 1 ? removed : []), ...swapped];
}

function checkMutants(
  definition: Definition,
  at: number,
  family: Family,
  sources: Pick<Surroundings, 'sourceOf' | 'numberOf'>,
): readonly Mutant[] {
  const checks = [...family.facts, ...family.negativeControls];
  return checks.flatMap((check, place) => {
    const before = namedBy(checks.slice(0, place));
    const changes: readonly CheckChange[] = [
      { what: 'is removed', check: undefined },
      ...operatorChanges(check),
      ...operandChanges(check, { ...sources, before }),
    ];
    return changes.map((change) => ({
      name: `${family.id}/${check.id}: ${change.what}`,
      definition: withFamily(definition, at, withCheck(family, check.id, change.check)),
    }));
  });
}

/** Changes of the claim of a family. */
function claimMutants(definition: Definition, at: number, family: Family): readonly Mutant[] {
  const named = namedBy([...family.facts, ...family.negativeControls]);
  const mutants: Mutant[] = [];
  for (const part of ['object', 'value'] as const) {
    const expression: Expression | undefined = family[part];
    if (expression === undefined) continue;
    for (const other of otherExpressions(expression, named))
      mutants.push({
        name: `${family.id}: ${part} becomes ${textOf(other)}`,
        definition: withFamily(definition, at, { ...family, [part]: other }),
      });
  }
  if (family.value) {
    const { value: _value, ...rest } = family;
    mutants.push({ name: `${family.id}: value is removed`, definition: withFamily(definition, at, rest) });
  }
  return mutants;
}
