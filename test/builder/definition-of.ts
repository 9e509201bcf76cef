import type { Definition, Family } from '../../src/definition/model/definition.js';
import type { Expression, Predicate } from '../../src/definition/model/predicate.js';
import type { FixtureCase } from '../../src/definition/schema/fixture-case.js';
import type { Address } from '../../src/domain/chain/hex.js';

export const SUBJECT: Address = `0x${'55'.repeat(20)}`;

/** A definition with only the parts that evaluation uses. */
export function definitionOf(kind: Definition['kind'], ...families: readonly Family[]): Definition {
  return {
    id: kind === 'attribute' ? 'test:attribute' : 'relation:test',
    family: kind === 'attribute' ? 'test' : 'relation',
    kind,
    version: '1.0.0',
    definitionVersion: `1.0.0+sha256.${'0'.repeat(64)}`,
    published: '2026-11-21',
    title: 'Test',
    means: 'Nothing.',
    dependsOn: [],
    bindings: [],
    families,
    requires: [],
    document: [],
    stratum: 0,
  };
}

/** A family of facts only. */
export function familyOf(facts: readonly Predicate[], rest: Partial<Family> = {}): Family {
  return { id: 'only', facts, negativeControls: [], ...rest };
}

/** `subject`, `object`, `check` or `check.field`. */
export function expressionOf(text: string): Expression {
  if (text === 'subject' || text === 'object') return { of: text };
  const [check = '', field] = text.split('.');
  return { of: 'check', check, ...(field !== undefined && { field }) };
}

/** A case at block 120 of the range 100 to 200, without facts or claims. */
export function caseOf(rest: Partial<FixtureCase> = {}): FixtureCase {
  return {
    name: 'a case',
    verdict: 'proven',
    block: 120,
    range: [100, 200],
    subject: SUBJECT,
    facts: [],
    older: false,
    unknown: [],
    deps: [],
    bindings: [],
    claims: [],
    ...rest,
  };
}
