import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { caseOf, definitionOf, expressionOf, SUBJECT } from '../../../test/builder/definition-of.js';
import type { Definition, Family } from '../../definition/model/definition.js';
import type { Predicate } from '../../definition/model/predicate.js';
import type { FixtureDependency, FixtureFact } from '../../definition/schema/fixture-case.js';
import type { Address } from '../../domain/chain/hex.js';
import { FixtureView } from '../fixture/fixture-view.js';
import { evaluate } from './evaluate.js';

const SOURCES = 4;
const DEPENDENCIES = ['a:a', 'b:b'];
const OBJECTS = ['11', '22'].map((byte): Address => `0x${byte.repeat(20)}`);

/** A fact or a claim: unknown, absent, or present with a value that is an object. */
type Known = 'absent' | string;
type State = Known | 'unknown';

const known: fc.Arbitrary<Known> = fc.constantFrom('absent', ...OBJECTS);
const state: fc.Arbitrary<State> = fc.oneof(known, fc.constant('unknown'));

/** A check that may name those before it. */
const checkAt = (place: number): fc.Arbitrary<Predicate> => {
  const id = `check${place}`;
  const source = fc.nat(SOURCES - 1);
  const dep = fc.constantFrom(...DEPENDENCIES);
  const own: fc.Arbitrary<Predicate>[] = [
    fc.record({ operator: fc.constantFrom('exists' as const, 'absent' as const), source }),
    fc.record({ operator: fc.constant('latest' as const), source, expected: fc.constantFrom(...OBJECTS) }),
    fc.record({
      operator: fc.constantFrom('holds' as const, 'absent' as const),
      dep,
      of: fc.constant(expressionOf('subject')),
    }),
  ].map((arbitrary) => arbitrary.map((predicate) => ({ ...predicate, id }) as Predicate));
  if (place === 0) return fc.oneof(...own);
  const of = fc
    .nat(place - 1)
    .map((earlier) => ({ of: 'check' as const, check: `check${earlier}`, field: 'value' }));
  return fc.oneof(
    ...own,
    fc
      .record({
        operator: fc.constantFrom('eq' as const, 'neq' as const),
        of,
        expected: fc.constantFrom(...OBJECTS),
      })
      .map((predicate) => ({ ...predicate, id }) as Predicate),
    fc
      .record({ operator: fc.constant('holds' as const), dep, of })
      .map((predicate) => ({ ...predicate, id })),
  );
};

const family = (kind: Definition['kind']): fc.Arbitrary<Family> =>
  fc
    .integer({ min: 1, max: 4 })
    .chain((size) =>
      fc.record({
        checks: fc.tuple(...Array.from({ length: size }, (_, place) => checkAt(place))),
        facts: fc.integer({ min: 1, max: size }),
        each: fc.boolean(),
      }),
    )
    .map(({ checks: predicates, facts, each }) => {
      const keyed = each && kind === 'relation' && predicates[0]!.operator === 'exists';
      return {
        id: 'family',
        facts: predicates.slice(0, facts),
        negativeControls: predicates.slice(facts),
        ...(kind === 'relation' && {
          object: { of: 'check', check: 'check0', field: keyed ? 'key' : 'value' },
        }),
        ...(keyed && { each: 'check0' }),
      } satisfies Family;
    });

const knowledge = fc.record({
  facts: fc.array(fc.record({ state, more: known }), { minLength: SOURCES, maxLength: SOURCES }),
  claims: fc.array(fc.record({ state, more: known }), {
    minLength: DEPENDENCIES.length,
    maxLength: DEPENDENCIES.length,
  }),
});

/** The verdict of the definition while only `state` is known, or once `more` is. */
function verdict(definition: Definition, { facts, claims }: Knowledge, later: boolean) {
  const now = ({ state, more }: { state: State; more: Known }) =>
    later && state === 'unknown' ? more : state;
  const reading = (source: number): Predicate => ({ id: `register${source}`, operator: 'exists', source });
  const sources = facts.map((_, source) => source);
  // The definition that names the facts: one predicate per source.
  const written = definitionOf('attribute', { id: 'all', facts: sources.map(reading), negativeControls: [] });
  const fixture = caseOf({
    facts: facts.flatMap((sourceReader, source) => factsOf(`register${source}`, now(sourceReader))),
    unknown: sources
      .filter((source) => now(facts[source]!) === 'unknown')
      .map((source) => `register${source}`),
    deps: claims.flatMap((claim, at) => dependenciesOf(DEPENDENCIES[at]!, now(claim))),
  });
  return evaluate(definition, SUBJECT, new FixtureView(written, fixture));
}

interface Knowledge {
  readonly facts: readonly { readonly state: State; readonly more: Known }[];
  readonly claims: readonly { readonly state: State; readonly more: Known }[];
}

/** The same under no key and under one, so that it does not matter how the source is read. */
function factsOf(predicate: string, current: State): readonly FixtureFact[] {
  if (current === 'absent' || current === 'unknown') return [];
  return ['', current].map((key) => ({ check: predicate, start: 110, value: current, key, evidence: [] }));
}

function dependenciesOf(dep: string, current: State): readonly FixtureDependency[] {
  return [SUBJECT, ...OBJECTS].flatMap((of): readonly FixtureDependency[] => {
    if (current === 'absent') return [];
    return current === 'unknown'
      ? [{ dep, of, unknown: true }]
      : [{ dep, of, start: 110, referenceBlock: 110, value: current }];
  });
}

describe('knowing more', () => {
  it.each(['attribute', 'relation'] as const)('never changes what was decided: %s', (kind) => {
    const definition = fc
      .array(family(kind), { minLength: 1, maxLength: 3 })
      .map((families) => definitionOf(kind, ...families));
    let decidedWithUnknowns = 0;
    fc.assert(
      fc.property(definition, knowledge, (one, parts) => {
        const before = verdict(one, parts, false).verdict;
        const after = verdict(one, parts, true).verdict;
        expect(after).not.toBe('undecided');
        if (before === 'undecided') return;
        if (parts.facts.some((sourceReader) => sourceReader.state === 'unknown')) decidedWithUnknowns++;
        expect(after).toBe(before);
      }),
      { numRuns: 2000 },
    );
    expect(decidedWithUnknowns).toBeGreaterThan(200);
  });
});
