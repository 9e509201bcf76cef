import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { definitionOf, familyOf } from '../../../test/builder/definition-of.js';
import { OPERATORS, type Predicate } from '../../definition/model/predicate.js';
import { canonicalJson, NotCanonical } from '../../domain/canonical/canonical-json.js';
import type { Address } from '../../domain/chain/hex.js';
import type { Met, Stated } from '../model/outcome.js';
import { compileProofForm, type PredicateOfFamily, type ProofParts } from './proof-form.js';

/** Printable ASCII with what must be escaped, and what real proofs are full of. */
const text = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
  fc.uint8Array({ maxLength: 33 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  fc.constantFrom('"', '\\', '', 'log:1:0xab:3:7'),
);
const stated: fc.Arbitrary<Stated> = fc.oneof(
  text,
  fc.nat(),
  fc.constant(true as const),
  fc.array(text, { maxLength: 3 }),
  text.map((binding) => ({ binding })),
);
const optional = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: undefined });

const predicate: fc.Arbitrary<PredicateOfFamily> = fc
  .record({
    id: text,
    operator: fc.constantFrom(...OPERATORS),
    binding: optional(fc.constantFrom('one', 'two', 'a "third"')),
    expected: optional(stated),
    observed: optional(stated),
    perKey: fc.boolean(),
  })
  .map(({ id, operator, binding, expected, observed, perKey }) => ({
    check: { id, operator, ...(binding !== undefined && { binding }) },
    evaluate: () => {
      throw new Error('only written');
    },
    ...(expected !== undefined && { expected }),
    ...(expected !== undefined && observed !== undefined && { observed }),
    perKey,
  }));

const metBy = ({ check: { binding }, expected, observed }: PredicateOfFamily): fc.Arbitrary<Met> =>
  fc
    .record({
      expected: expected === undefined ? stated : fc.constant(expected),
      observed: observed === undefined ? stated : fc.constant(observed),
      evidence: optional(fc.array(text, { maxLength: 3 })),
      dependency: optional(fc.constantFrom('sha256:01', 'sha256:02', 'sha256:03')),
      version: fc.constantFrom('1.0.0', '1.2.0', '1.10.0'),
    })
    .map(({ version, evidence, dependency, ...met }) => ({
      ...met,
      ...(evidence && { evidence }),
      ...(dependency !== undefined && { dependency }),
      ...(binding !== undefined && { bindingVersion: version }),
    }));

// Any text has to be escaped, addresses included.
const address = text.map((any) => any as Address);

const written = fc
  .tuple(
    fc.array(predicate, { maxLength: 4 }),
    fc.array(predicate, { maxLength: 3 }),
    fc.integer({ min: 1, max: 3 }),
  )
  .chain(([facts, controls, times]) => {
    const run = fc
      .tuple(...[...facts, ...controls].map(metBy))
      .map((outcomes) => ({ outcomes, object: undefined, value: undefined }));
    return fc.record({
      facts: fc.constant(facts),
      controls: fc.constant(controls),
      familyId: text,
      parts: fc.record({
        subject: address,
        object: optional(address),
        value: optional(text),
        runs: fc.array(run, { minLength: times, maxLength: times }),
        referenceBlock: fc.nat(),
        referenceBlockHash: address,
      }),
    });
  });

/** The record as `definitions/README.md` lists it, built plainly instead of fast. */
function recordOf(
  facts: PredicateOfFamily[],
  controls: PredicateOfFamily[],
  familyId: string,
  parts: ProofParts,
) {
  const { runs, ...rest } = parts;
  const results = (predicates: PredicateOfFamily[], first: number) =>
    predicates.flatMap(({ check: { id, operator }, perKey }, at) =>
      (perKey ? runs : runs.slice(0, 1)).map(({ outcomes }) => {
        const { expected, observed, evidence = [] } = outcomes[first + at]!;
        return { id, operator, expected, observed, ...(evidence.length > 0 && { evidence }) };
      }),
    );
  const all = runs.flatMap(({ outcomes }) => outcomes);
  const bindingVersions: Record<string, string> = {};
  for (const { binding } of [...facts, ...controls].map(({ check: predicate }) => predicate)) {
    if (binding === undefined) continue;
    const versions = runs.flatMap(({ outcomes }) =>
      outcomes
        .filter((_, at) => [...facts, ...controls][at]!.check.binding === binding)
        .map(({ bindingVersion }) => bindingVersion!),
    );
    bindingVersions[binding] = distinct(versions).join(',');
  }
  return {
    ...rest,
    chainId: 1,
    attributeId: 'test:attribute',
    result: 'pass',
    definitionVersion: `1.0.0+sha256.${'0'.repeat(64)}`,
    selectedFamilyId: familyId,
    factResults: results(facts, 0),
    negativeControlResults: results(controls, facts.length),
    dependencyProofRefs: distinct(all.flatMap(({ dependency }) => dependency ?? [])),
    bindingVersions,
    sourceEvidenceRefs: distinct(all.flatMap(({ evidence = [] }) => evidence)),
    evaluatorVersion: '1.0.0',
    failureReasonCodes: [],
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

function compiled(facts: PredicateOfFamily[], controls: PredicateOfFamily[], id: string) {
  const predicatesOf = (predicates: PredicateOfFamily[]): Predicate[] =>
    predicates.map(({ check: predicate }) => predicate as Predicate);
  const family = familyOf(predicatesOf(facts), { id, negativeControls: predicatesOf(controls) });
  return compileProofForm(definitionOf('attribute', family), family, [...facts, ...controls]);
}

describe('the form of a proof', () => {
  it('gives the canonical JSON of the record for any observation', () => {
    fc.assert(
      fc.property(written, ({ facts, controls, familyId, parts }) => {
        const form = compiled(facts, controls, familyId);
        expect(form(parts)).toBe(canonicalJson(recordOf(facts, controls, familyId, parts)));
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['é', '\n', '\u007f'])('refuses %j, as canonical JSON does', (value) => {
    const empty = { subject: '0x', referenceBlockHash: '0x' } as const;
    const parts = { ...empty, object: undefined, runs: [], referenceBlock: 1, value };
    expect(() => compiled([], [], 'one')(parts)).toThrow(NotCanonical);
  });
});
