import { describe, expect, it } from '@jest/globals';
import type { FactSource } from '../../src/definition/model/fact-source.js';
import type { FixtureCase, FixtureFact } from '../../src/definition/schema/fixture-case.js';
import { caseOf, definitionOf, expressionOf, familyOf, SUBJECT } from '../builder/definition-of.js';
import { fateOf } from './fate.js';
import { mutantsOf } from './mutants-of.js';
import { numbered } from './numbered-sources.js';

const TRANSFER: FactSource = {
  kind: 'log',
  topic0: `0x${'dd'.repeat(32)}`,
  topics: 3,
  dataLength: 32,
  emitter: 'subject',
  subject: 'emitter',
};
const ITEM: FactSource = { ...TRANSFER, topics: 4, dataLength: 0 };
const token = definitionOf(
  'attribute',
  familyOf(
    [
      { id: 'live_code', operator: 'holds', dep: 'address_nature:contract', of: expressionOf('subject') },
      { id: 'transfer', operator: 'exists', source: 0 },
    ],
    {
      id: 'by_transfer',
      negativeControls: [
        { id: 'no_item', operator: 'absent', source: 1 },
        { id: 'not_system', operator: 'not_in', of: expressionOf('subject'), binding: 'system' },
      ],
    },
  ),
);
const contract = { dep: 'address_nature:contract', start: 105, referenceBlock: 105 };
const fact = (check: string): FixtureFact => ({
  check,
  start: 110,
  key: '',
  value: 'true',
  evidence: [`log:1:0x${'ab'.repeat(32)}:0:0`],
});
const claims = [{ family: 'by_transfer', referenceBlock: 110, witnesses: fact('transfer').evidence }];
const proven = caseOf({ facts: [fact('transfer')], deps: [contract], claims });
const full: readonly FixtureCase[] = [
  proven,
  caseOf({ verdict: 'notProven', facts: [fact('transfer')] }),
  caseOf({ verdict: 'notProven', facts: [fact('transfer'), fact('no_item')], deps: [contract] }),
  caseOf({
    verdict: 'notProven',
    facts: [fact('transfer')],
    deps: [contract],
    bindings: [{ binding: 'system', key: SUBJECT, from: 0, fields: {} }],
  }),
];

function survivors(cases: readonly FixtureCase[]): readonly string[] {
  return mutantsOf(token, numbered([TRANSFER, ITEM]))
    .filter((mutant) => fateOf(mutant, token, cases) === 'survived')
    .map(({ name }) => name);
}

describe('mutants', () => {
  it('have unique names', () => {
    const names = mutantsOf(token, numbered([TRANSFER, ITEM])).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('by_transfer/transfer: topics 3 + 1');
  });

  it('do not survive cases that need every check', () => {
    expect(survivors(full)).toEqual([]);
  });

  it.each([
    [1, 'by_transfer/live_code: is removed'],
    [2, 'by_transfer/no_item: topics 4 - 1'],
    [3, 'by_transfer/not_system: another binding'],
  ])('survive where case %d is missing: %s', (at, name) => {
    expect(survivors(full.toSpliced(at, 1))).toContain(name);
  });

  it('that read another register do not see what the case puts into the original one', () => {
    expect(survivors([proven])).not.toContain('by_transfer/transfer: topic0');
  });
});
