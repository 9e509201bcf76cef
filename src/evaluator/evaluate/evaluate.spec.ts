import { describe, expect, it } from '@jest/globals';
import {
  caseOf,
  definitionOf,
  expressionOf,
  familyOf,
  SUBJECT,
} from '../../../test/builder/definition-of.js';
import type { Definition } from '../../definition/model/definition.js';
import type { Predicate } from '../../definition/model/predicate.js';
import type { FixtureCase, FixtureFact } from '../../definition/schema/fixture-case.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { explain } from '../explain/explain.js';
import { FixtureView } from '../fixture/fixture-view.js';
import { BadReference } from '../predicate/compile-expression.js';
import { evaluate } from './evaluate.js';

const ONE: Address = `0x${'11'.repeat(20)}`;
const TWO: Address = `0x${'22'.repeat(20)}`;
const ref = (place: number) => `log:1:0x${'ab'.repeat(32)}:0:${place}`;
const factOf = (predicate: string, rest: Partial<FixtureFact> = {}): FixtureFact => ({
  check: predicate,
  start: 110,
  value: 'true',
  key: '',
  evidence: [ref(0)],
  ...rest,
});

function evaluated(definition: Definition, rest: Partial<FixtureCase>) {
  const fixture = caseOf(rest);
  return evaluate(definition, fixture.subject, new FixtureView(definition, fixture));
}

describe('an attribute', () => {
  const first: Predicate = { id: 'first', operator: 'exists', source: 1 };
  const second: Predicate = { id: 'second', operator: 'exists', source: 2 };
  const never: Predicate = { id: 'never', operator: 'absent', source: 3 };
  const definition = definitionOf(
    'attribute',
    familyOf([first], { id: 'one', negativeControls: [never], value: expressionOf('first.value') }),
    familyOf([second], { id: 'two' }),
  );

  it('is proven by the first family that holds', () => {
    const { verdict, claims, undecided } = evaluated(definition, {
      facts: [factOf('first', { value: '7' }), factOf('second', { start: 118 })],
    });
    expect([verdict, undecided]).toEqual(['proven', false]);
    expect(claims).toHaveLength(1);
    expect(claims[0]).toMatchObject({ value: '7', referenceBlock: 110 });
    expect(JSON.parse(claims[0]!.canonical)).toMatchObject({ selectedFamilyId: 'one', value: '7' });
  });

  it('falls back to the next family, without a value where that has none', () => {
    const { claims } = evaluated(definition, { facts: [factOf('first'), factOf('second'), factOf('never')] });
    expect(claims[0]).not.toHaveProperty('value');
    expect(JSON.parse(claims[0]!.canonical)).toMatchObject({ selectedFamilyId: 'two' });
  });

  it('starts where a control was cleared', () => {
    const facts = [factOf('first'), factOf('never', { start: 101, end: 114 })];
    expect(evaluated(definition, { facts }).claims[0]!.referenceBlock).toBe(115);
  });

  it('is proven by a later family although an earlier one is unknown', () => {
    const { verdict, undecided } = evaluated(definition, { facts: [factOf('second')], unknown: ['first'] });
    expect([verdict, undecided]).toEqual(['proven', false]);
  });

  it('is undecided if a family may hold, and only then', () => {
    expect(evaluated(definition, { unknown: ['first'] })).toEqual({
      verdict: 'undecided',
      claims: [],
      undecided: true,
    });
    expect(evaluated(definition, { unknown: ['first'], facts: [factOf('never')] }).verdict).toBe('notProven');
    expect(evaluated(definition, { unknown: ['never'], facts: [factOf('first')] }).verdict).toBe('undecided');
    expect(evaluated(definition, { unknown: ['never'] }).verdict).toBe('notProven');
    expect(evaluated(definition, {}).verdict).toBe('notProven');
  });

  it('asks for everything unknown at once', () => {
    const reading = (id: string, call: string): Predicate => ({
      id,
      operator: 'exists',
      read: { call, returns: 'text', after: 'first' },
    });
    const asking = definitionOf(
      'attribute',
      familyOf([first, reading('symbol', 'symbol()'), reading('name', 'name()')]),
    );
    const asked: string[] = [];
    class Asked extends FixtureView {
      override answer(address: Address, callData: Hex, block: number) {
        asked.push(`${address} ${callData} ${block}`);
        return super.answer(address, callData, block);
      }
    }
    evaluate(
      asking,
      SUBJECT,
      new Asked(asking, caseOf({ facts: [factOf('first')], unknown: ['symbol', 'name'] })),
    );
    expect(asked).toEqual([`${SUBJECT} 0x95d89b41 110`, `${SUBJECT} 0x06fdde03 110`]);
  });

  it('fails when its value does', () => {
    const broken = definitionOf('attribute', familyOf([first], { value: expressionOf('first.address') }));
    expect(evaluated(broken, { facts: [factOf('first', { value: `0x${'77'.repeat(32)}` })] }).verdict).toBe(
      'notProven',
    );
  });

  it('is refused when a check refers to one that is not before it', () => {
    const backwards: Predicate = { id: 'it', operator: 'eq', of: expressionOf('first'), expected: 'true' };
    expect(() => evaluated(definitionOf('attribute', familyOf([backwards, first])), {})).toThrow(
      BadReference,
    );
    const objectless: Predicate = {
      id: 'it',
      operator: 'eq',
      of: expressionOf('object'),
      expected: 'true',
    };
    expect(() => evaluated(definitionOf('attribute', familyOf([objectless])), {})).toThrow(BadReference);
  });
});

describe('a relation', () => {
  const holder: Predicate = { id: 'holder', operator: 'exists', source: 1 };
  const before: Predicate = { id: 'before', operator: 'exists', source: 2 };
  const isContract: Predicate = {
    id: 'object_code',
    operator: 'holds',
    dep: 'a:b',
    of: expressionOf('object'),
  };
  const notSelf: Predicate = {
    id: 'not_self',
    operator: 'neq',
    of: expressionOf('holder.key'),
    with: expressionOf('subject'),
  };
  const definition = definitionOf(
    'relation',
    familyOf([before, holder], {
      negativeControls: [isContract, notSelf],
      each: 'holder',
      object: expressionOf('holder.key'),
      value: expressionOf('holder.value'),
    }),
  );
  const role = (object: string, name: string, rest: Partial<FixtureFact> = {}) =>
    factOf('holder', { key: `${object}${name.padStart(64, '0')}`, value: `0x${name}`, ...rest });
  const dep = (of: Address) => ({ dep: 'a:b', of, start: 105, referenceBlock: 105 });
  const deps = [dep(ONE), dep(TWO), dep(SUBJECT)];

  it('has a claim per object, ascending', () => {
    const facts = [factOf('before'), role(TWO, '01', { start: 112 }), role(ONE, '02', { start: 113 })];
    const { verdict, claims, undecided } = evaluated(definition, { facts, deps });
    expect([verdict, undecided]).toEqual(['proven', false]);
    expect(claims.map(({ object, value, referenceBlock }) => [object, value, referenceBlock])).toEqual([
      [ONE, '0x02', 113],
      [TWO, '0x01', 112],
    ]);
  });

  it('joins the values of one object, and shows what depends on the key once per key', () => {
    const facts = [
      factOf('before'),
      role(ONE, '03', { start: 112, evidence: [ref(3)], value: 'admin' }),
      role(ONE, '01', { start: 114, evidence: [ref(1)], value: 'pauser' }),
      role(ONE, '02', { start: 113, evidence: [ref(2)], value: 'admin' }),
    ];
    const { claims } = evaluated(definition, { facts, deps });
    expect(claims.map(({ value, referenceBlock }) => [value, referenceBlock])).toEqual([
      ['admin,pauser', 114],
    ]);
    const proof = JSON.parse(claims[0]!.canonical);
    const shown = (results: readonly { id: string; evidence?: readonly string[] }[]) =>
      results.map(({ id, evidence = [] }) => [id, ...evidence]);
    expect(shown(proof.factResults)).toEqual([
      ['before', ref(0)],
      ['holder', ref(1)],
      ['holder', ref(2)],
      ['holder', ref(3)],
    ]);
    expect(shown(proof.negativeControlResults)).toEqual([
      ['object_code'],
      ['not_self'],
      ['not_self'],
      ['not_self'],
    ]);
    expect(proof.sourceEvidenceRefs).toEqual([ref(0), ref(1), ref(2), ref(3)]);
    expect(proof.dependencyProofRefs).toHaveLength(1);
  });

  const roles = (object: string, count: number) =>
    Array.from({ length: count }, (_, at) => role(object, (at + 1).toString(16)));

  it('is undecided for an object with over 100 keys, because each change would write a proof of all', () => {
    const facts = [factOf('before'), ...roles(ONE, 101), ...roles(TWO, 100)];
    const { claims, undecided } = evaluated(definition, { facts, deps });
    expect([claims.map(({ object }) => object), undecided]).toEqual([[TWO], true]);
    const fixture = caseOf({ facts: facts.slice(0, -100), deps });
    const { verdict, families } = explain(definition, SUBJECT, new FixtureView(definition, fixture));
    expect([verdict, new Set(families.map(({ outcome }) => outcome))]).toEqual([
      ...['undecided', new Set(['unknown'])],
    ]);
  });

  it('is undecided with over 10,000 keys, because each change would evaluate all', () => {
    const holders = Array.from({ length: 10_001 }, (_, at) =>
      role(`0x${(at + 1).toString(16).padStart(40, '0')}`, '01'),
    );
    const open = definitionOf(
      'relation',
      familyOf([before, holder], { each: 'holder', object: expressionOf('holder.key') }),
    );
    const evaluate = (facts: FixtureFact[]) => evaluated(open, { facts: [factOf('before'), ...facts] });
    expect(evaluate(holders)).toEqual({ verdict: 'undecided', claims: [], undecided: true });
    const { claims, undecided } = evaluate(holders.slice(1));
    expect([claims.length, undecided]).toEqual([10_000, false]);
  });

  it('leaves out keys that fail, the zero address and values that are not addresses', () => {
    const facts = [
      factOf('before'),
      role(SUBJECT, '01'),
      role(`0x${'0'.repeat(40)}`, '01'),
      factOf('holder', { key: '0x12' }),
      role(ONE, '02'),
    ];
    expect(evaluated(definition, { facts, deps }).claims.map(({ object }) => object)).toEqual([ONE]);
  });

  it('is proven for some objects while it is undecided for others', () => {
    const facts = [factOf('before'), role(ONE, '01'), role(TWO, '01')];
    const unknownTwo = [dep(ONE), { dep: 'a:b', of: TWO, unknown: true as const }];
    const { verdict, claims, undecided } = evaluated(definition, { facts, deps: unknownTwo });
    expect([verdict, claims.length, undecided]).toEqual(['proven', 1, true]);
    expect(evaluated(definition, { facts, deps: unknownTwo.slice(1) })).toMatchObject({
      verdict: 'undecided',
      undecided: true,
    });
  });

  it('is undecided when its keys or the checks before them are', () => {
    expect(evaluated(definition, { facts: [factOf('before')], unknown: ['holder'] }).verdict).toBe(
      'undecided',
    );
    expect(evaluated(definition, { facts: [role(ONE, '01')], deps, unknown: ['before'] }).verdict).toBe(
      'undecided',
    );
    expect(evaluated(definition, { deps, unknown: ['before'] }).verdict).toBe('notProven');
    expect(evaluated(definition, { deps, unknown: ['holder'] }).verdict).toBe('notProven');
  });

  it('is carried per object by the first family that holds, even if others are unknown', () => {
    const slot: Predicate = { id: 'slot', operator: 'exists', source: 5 };
    const twoWays = definitionOf(
      'relation',
      familyOf([slot], { id: 'by_slot', object: expressionOf('slot.value') }),
      familyOf([holder], { id: 'by_log', each: 'holder', object: expressionOf('holder.key') }),
    );
    const facts = [factOf('slot', { value: ONE }), role(ONE, '01'), role(TWO, '01')];
    const families = (rest: Partial<FixtureCase>) =>
      evaluated(twoWays, rest).claims.map(({ canonical }) => JSON.parse(canonical).selectedFamilyId);
    expect(families({ facts })).toEqual(['by_slot', 'by_log']);
    expect(families({ facts: facts.slice(1) })).toEqual(['by_log', 'by_log']);
    expect(evaluated(twoWays, { facts: facts.slice(1), unknown: ['slot'] })).toMatchObject({
      verdict: 'proven',
      undecided: true,
    });
  });
});
