import type { Definition, Family } from '../../src/definition/model/definition.js';
import type { Predicate } from '../../src/definition/model/predicate.js';

/** A definition with one change. */
export interface Mutant {
  /** `family/check: what changed`, unique within the definition. */
  readonly name: string;
  readonly definition: Definition;
}

/** A change of one check; undefined removes it. */
export interface CheckChange {
  readonly what: string;
  readonly check: Predicate | undefined;
}

export function withFamily(definition: Definition, at: number, family: Family): Definition {
  return { ...definition, families: definition.families.with(at, family) };
}

/** The family with one check changed or removed. */
export function withCheck(family: Family, id: string, change: Predicate | undefined): Family {
  const changed = (checks: readonly Predicate[]) =>
    checks.flatMap((check) => (check.id === id ? (change ?? []) : check));
  return { ...family, facts: changed(family.facts), negativeControls: changed(family.negativeControls) };
}
