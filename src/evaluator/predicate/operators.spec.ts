import { describe, expect, it } from '@jest/globals';
import {
  caseOf,
  definitionOf,
  expressionOf,
  familyOf,
  SUBJECT,
} from '../../../test/builder/definition-of.js';
import type { Definition } from '../../definition/model/definition.js';
import type { AnyOperands, Operator, Predicate, PredicateOf } from '../../definition/model/predicate.js';
import type { FixtureCase, FixtureFact } from '../../definition/schema/fixture-case.js';
import type { Hex } from '../../domain/chain/hex.js';
import { evaluate } from '../evaluate/evaluate.js';
import { FixtureView } from '../fixture/fixture-view.js';
import { BadReference } from './compile-expression.js';

const OTHER: Hex = `0x${'66'.repeat(20)}`;
const HASH = `0x${'ab'.repeat(32)}`;
const WORD = `0x${'0'.repeat(24)}${'66'.repeat(20)}`;
const SLOT = `0x${'36'.repeat(32)}`;
const CODE = {
  hash: HASH,
  length: '5',
  fingerprint: `0x${'cd'.repeat(32)}`,
  selectors: '0xa9059cbbdd62ed3e',
};
const LOG = `log:1:${HASH}:3:7`;
const CODE_REF = `code:1:${HASH}:${SUBJECT}`;

const seen = { id: 'seen', operator: 'exists', source: 1 } as const satisfies Predicate;
const factOf = (predicate: string, rest: Partial<FixtureFact> = {}): FixtureFact => ({
  check: predicate,
  start: 110,
  value: 'true',
  key: '',
  evidence: [LOG],
  ...rest,
});

/** Knows nothing of an account. */
class PartialView extends FixtureView {
  constructor(
    definition: Definition,
    fixture: FixtureCase,
    private readonly unread: Hex | undefined,
  ) {
    super(definition, fixture);
  }

  override fact(address: Hex, source: number, key?: string) {
    return address === this.unread ? 'unknown' : super.fact(address, source, key);
  }
}

/** The verdict of the last predicate, alone in a family with the predicates it depends on. */
function evaluated(predicates: readonly Predicate[], rest: Partial<FixtureCase>, unknown?: Hex) {
  const fixture = caseOf(rest);
  const definition = definitionOf('attribute', familyOf(predicates));
  const view = new PartialView(definition, fixture, unknown);
  const { verdict, claims } = evaluate(definition, SUBJECT, view);
  if (claims.length === 0) return verdict;
  const { factResults, ...proof } = JSON.parse(claims[0]!.canonical);
  const { id, operator, ...last } = factResults.at(-1);
  return { ...last, referenceBlock: proof.referenceBlock, bindingVersions: proof.bindingVersions };
}

describe('holds', () => {
  const predicate: Predicate = { id: 'it', operator: 'holds', dep: 'a:b', of: expressionOf('subject') };
  const dep = { dep: 'a:b', start: 110, referenceBlock: 105 };

  it('depends on the proof of the claim, and starts where that was proven', () => {
    expect(evaluated([predicate], { deps: [dep] })).toMatchObject({
      expected: 'a:b',
      observed: 'a:b',
      referenceBlock: 105,
    });
  });

  it.each([
    ['fails for nothing', [], 'notProven'],
    ['fails for the claim of another', [{ ...dep, of: OTHER }], 'notProven'],
    ['fails for a claim that ended', [{ ...dep, end: 119 }], 'notProven'],
    ['is unknown when its claim is', [{ dep: 'a:b', unknown: true as const }], 'undecided'],
  ])('%s', (_what, deps, verdict) => {
    expect(evaluated([predicate], { deps })).toBe(verdict);
  });

  it('can be asked of what an earlier check found', () => {
    const slot: Predicate = { id: 'slot', operator: 'slot_address', source: 2 };
    const ofTarget: Predicate = { ...predicate, of: expressionOf('slot') };
    const facts = [factOf('slot', { value: WORD, evidence: [`slot:1:${HASH}:${SUBJECT}:${SLOT}`] })];
    expect(evaluated([slot, ofTarget], { facts, deps: [{ ...dep, of: OTHER }] })).toMatchObject({
      referenceBlock: 110,
    });
    expect(evaluated([slot, ofTarget], { facts, deps: [dep] })).toBe('notProven');
  });
});

describe('absent', () => {
  const predicate: Predicate = { id: 'it', operator: 'absent', source: 1 };

  it('starts after the end of the last fact', () => {
    expect(evaluated([predicate], {})).toEqual({
      expected: 'absent',
      observed: 'absent',
      referenceBlock: 100,
      bindingVersions: {},
    });
    const facts = [factOf('it', { start: 105, end: 108 }), factOf('it', { start: 110, end: 115 })];
    expect(evaluated([predicate], { facts })).toMatchObject({ referenceBlock: 116 });
  });

  it('fails while there is a fact under any key, and is unknown when its source is', () => {
    expect(evaluated([predicate], { facts: [factOf('it')] })).toBe('notProven');
    expect(evaluated([predicate], { facts: [factOf('it', { key: OTHER })] })).toBe('notProven');
    expect(evaluated([predicate], { unknown: ['it'] })).toBe('undecided');
  });

  it('applies to claims as well', () => {
    const ofClaim: Predicate = { id: 'it', operator: 'absent', dep: 'a:b', of: expressionOf('subject') };
    const dep = { dep: 'a:b', start: 105, referenceBlock: 105 };
    expect(evaluated([ofClaim], { deps: [{ ...dep, end: 111 }] })).toMatchObject({ referenceBlock: 112 });
    expect(evaluated([ofClaim], { deps: [dep] })).toBe('notProven');
    expect(evaluated([ofClaim], { deps: [{ dep: 'a:b', unknown: true }] })).toBe('undecided');
  });
});

describe('exists', () => {
  it('shows its witness and starts with it', () => {
    expect(evaluated([seen], { facts: [factOf('seen')] })).toEqual({
      expected: true,
      observed: true,
      evidence: [LOG],
      referenceBlock: 110,
      bindingVersions: {},
    });
  });

  it.each([
    ['nothing', {}, 'notProven'],
    ['a fact of another address', { facts: [factOf('seen', { of: OTHER })] }, 'notProven'],
    ['what comes later', { facts: [factOf('seen', { start: 121 })] }, 'notProven'],
    ['what ended', { facts: [factOf('seen', { end: 119 })] }, 'notProven'],
    ['what is not known', { unknown: ['seen'] }, 'undecided'],
  ])('does not hold for %s', (_what, rest, verdict) => {
    expect(evaluated([seen], rest)).toBe(verdict);
  });

  it('takes the earliest witness of a source with keys: by block, transaction and place', () => {
    const facts = [
      factOf('seen', { key: '0x01', evidence: [`log:1:${HASH}:10:1`] }),
      factOf('seen', { key: '0x02', evidence: [`log:1:${HASH}:9:12`] }),
      factOf('seen', { key: '0x03', evidence: [`log:1:${HASH}:9:3`] }),
      factOf('seen', { key: '0x04', start: 111, evidence: [`log:1:${HASH}:0:0`] }),
    ];
    expect(evaluated([seen], { facts })).toMatchObject({
      evidence: [`log:1:${HASH}:9:3`],
      referenceBlock: 110,
    });
  });

  it('takes the frame above before those below it', () => {
    const facts = ['00000001', '0000'].map((path, at) =>
      factOf('seen', { key: `0x0${at}`, evidence: [`frame:1:${HASH}:4:${path}`, LOG] }),
    );
    const predicate: Predicate = { ...seen, operator: 'log_within_frame' };
    expect(evaluated([predicate], { facts })).toMatchObject({ evidence: [`frame:1:${HASH}:4:0000`, LOG] });
  });

  it('is unknown for any key where the fact with the earliest witness is unknown', () => {
    const predicate: Predicate = { ...seen, operator: 'log_within_frame' };
    const unattributed = { undecided: 'unattributed' };
    const facts = (of: readonly [value: FixtureFact['value'], start: number][]) =>
      of.map(([value, start], at) => factOf('seen', { key: `0x0${at}`, value, start }));
    const since = (...of: [value: FixtureFact['value'], start: number][]) =>
      evaluated([predicate], { facts: facts(of) });
    expect(since([unattributed, 112], ['true', 110])).toMatchObject({ referenceBlock: 110 });
    expect(since([unattributed, 110], ['true', 112])).toBe('undecided');
    expect(since([unattributed, 110])).toBe('undecided');
    expect(evaluated([{ ...seen, operator: 'absent' }], { facts: facts([[unattributed, 110]]) })).toBe(
      'undecided',
    );
  });

  it('reads a given key, and the facts of another address', () => {
    const dep: Predicate = { id: 'who', operator: 'holds', dep: 'a:b', of: expressionOf('subject') };
    const predicate: Predicate = { ...seen, at: expressionOf('who.value'), atKey: expressionOf('subject') };
    const rest = { deps: [{ dep: 'a:b', start: 110, referenceBlock: 110, value: OTHER }] };
    expect(
      evaluated([dep, predicate], { ...rest, facts: [factOf('seen', { of: OTHER, key: SUBJECT })] }),
    ).toMatchObject({
      observed: true,
    });
    expect(evaluated([dep, predicate], { ...rest, facts: [factOf('seen', { of: OTHER, key: OTHER })] })).toBe(
      'notProven',
    );
  });
});

describe('latest', () => {
  const predicate: Predicate = { id: 'it', operator: 'latest', source: 1, expected: 'true' };

  it('holds for its value only', () => {
    expect(evaluated([predicate], { facts: [factOf('it')] })).toMatchObject({
      expected: 'true',
      observed: 'true',
      evidence: [LOG],
      referenceBlock: 110,
    });
    expect(evaluated([predicate], { facts: [factOf('it', { value: OTHER })] })).toBe('notProven');
    expect(evaluated([predicate], {})).toBe('notProven');
    expect(evaluated([predicate], { unknown: ['it'] })).toBe('undecided');
  });
});

describe('comparisons', () => {
  const comparing = (operator: Operator, value: string, rest: AnyOperands) =>
    evaluated([seen, { id: 'it', operator, of: expressionOf('seen.value'), ...rest } as Predicate], {
      facts: [factOf('seen', { value })],
    });

  it.each([
    ['eq', OTHER, { expected: OTHER }, { expected: OTHER, observed: OTHER }],
    ['eq', OTHER, { with: expressionOf('subject') }, 'notProven'],
    ['neq', OTHER, { with: expressionOf('subject') }, { expected: SUBJECT, observed: OTHER }],
    ['neq', OTHER, { expected: OTHER }, 'notProven'],
    ['gte', '20', { expected: '3' }, { expected: '3', observed: '20' }],
    ['gte', '2', { expected: '3' }, 'notProven'],
    ['gte', `0x${'0'.repeat(63)}3`, { expected: '3' }, { expected: '3' }],
    ['gte', 'three', { expected: '3' }, 'notProven'],
    ['gte', '0x', { expected: '0' }, 'notProven'],
    ['gte', 'three', { expected: 'three' }, 'notProven'],
    ['lte', '3', { expected: '3' }, { observed: '3' }],
    ['lte', '20', { expected: '3' }, 'notProven'],
    ['prefix', '0xef0100aa', { expected: '0xef0100' }, { expected: '0xef0100', observed: '0xef0100aa' }],
    ['prefix', '0xef01', { expected: '0xef0100' }, 'notProven'],
    ['length', '0xef0100aa', { expected: 4 }, { expected: 4, observed: 4 }],
    ['length', '0xef0100', { expected: 4 }, 'notProven'],
    ['length', 'ef0100aa..', { expected: 4 }, 'notProven'],
  ] as const)('%s of %s', (operator, value, rest, outcome) => {
    const found = comparing(operator, value, rest);
    if (typeof outcome === 'string') expect(found).toBe(outcome);
    else expect(found).toMatchObject(outcome);
  });

  it('are unknown when either side is, unless a side fails', () => {
    const both: Predicate = {
      id: 'it',
      operator: 'neq',
      of: expressionOf('seen.value'),
      with: expressionOf('more.value'),
    };
    const more: Predicate = { id: 'more', operator: 'exists', source: 2 };
    expect(evaluated([seen, more, both], { facts: [factOf('more')], unknown: ['seen'] })).toBe('undecided');
    expect(evaluated([seen, more, both], { facts: [factOf('seen')], unknown: ['more'] })).toBe('undecided');
    expect(
      evaluated([seen, more, both], { facts: [factOf('seen', { value: CODE })], unknown: ['more'] }),
    ).toBe('notProven');
  });
});

describe('bindings', () => {
  const entry = { binding: 'list', key: SUBJECT, from: 50, fields: { name: 'One' } };
  const isIn: PredicateOf<'in'> = { id: 'it', operator: 'in', of: expressionOf('subject'), binding: 'list' };
  const notIn: Predicate = { ...isIn, operator: 'not_in' };

  it('in: starts with the membership, not before the range', () => {
    expect(evaluated([isIn], { bindings: [entry] })).toEqual({
      expected: { binding: 'list' },
      observed: SUBJECT,
      evidence: ['binding:list@1.0.0'],
      referenceBlock: 100,
      bindingVersions: { list: '1.0.0' },
    });
    expect(evaluated([isIn], { bindings: [{ ...entry, from: 112 }] })).toMatchObject({ referenceBlock: 112 });
    expect(evaluated([isIn], { bindings: [{ ...entry, until: 119 }] })).toBe('notProven');
    expect(evaluated([isIn], {})).toBe('notProven');
  });

  it('not_in: starts where the membership ended', () => {
    expect(evaluated([notIn], {})).toEqual({
      expected: { binding: 'list' },
      observed: SUBJECT,
      referenceBlock: 100,
      bindingVersions: { list: '1.0.0' },
    });
    expect(evaluated([notIn], { bindings: [{ ...entry, until: 114 }] })).toMatchObject({
      referenceBlock: 115,
    });
    expect(evaluated([notIn], { bindings: [entry] })).toBe('notProven');
  });

  it.each([
    ['code_hash_in', CODE.hash, CODE],
    ['build_in', HASH, HASH],
    ['fingerprint_in', CODE.fingerprint, CODE],
  ] as const)('%s: starts with the later of code and membership', (operator, key, value) => {
    const predicate: Predicate = { id: 'it', operator, source: 1, binding: 'list' };
    const facts = [factOf('it', { value, evidence: [CODE_REF] })];
    const known = { ...entry, key };
    expect(evaluated([predicate], { facts, bindings: [known] })).toEqual({
      expected: { binding: 'list' },
      observed: key,
      evidence: [CODE_REF, 'binding:list@1.0.0'],
      referenceBlock: 110,
      bindingVersions: { list: '1.0.0' },
    });
    expect(evaluated([predicate], { facts, bindings: [{ ...known, from: 119 }] })).toMatchObject({
      referenceBlock: 119,
    });
    expect(evaluated([predicate], { facts })).toBe('notProven');
    expect(evaluated([predicate], { bindings: [known] })).toBe('notProven');
    expect(evaluated([predicate], { unknown: ['it'], bindings: [known] })).toBe('undecided');
  });
});

describe('selectors', () => {
  const selecting = (operator: 'selectors_all' | 'selectors_none', ...expected: string[]) =>
    evaluated([{ id: 'it', operator, source: 1, expected }], {
      facts: [factOf('it', { value: CODE, evidence: [CODE_REF] })],
    });

  it('all of them are reachable', () => {
    const expected = ['0xdd62ed3e', '0xa9059cbb'];
    expect(selecting('selectors_all', ...expected)).toMatchObject({
      expected,
      observed: expected,
      evidence: [CODE_REF],
      referenceBlock: 110,
    });
    expect(selecting('selectors_all', '0xa9059cbb', '0x00000000')).toBe('notProven');
    // Across the border of two selectors.
    expect(selecting('selectors_all', '0x9cbbdd62')).toBe('notProven');
  });

  it('none of them is reachable', () => {
    expect(selecting('selectors_none', '0x00000000')).toMatchObject({
      expected: ['0x00000000'],
      observed: [],
    });
    expect(selecting('selectors_none', '0x00000000', '0xdd62ed3e')).toBe('notProven');
  });

  it('need code', () => {
    const predicate: Predicate = {
      id: 'it',
      operator: 'selectors_none',
      source: 1,
      expected: ['0x00000000'],
    };
    expect(evaluated([predicate], {})).toBe('notProven');
    expect(evaluated([predicate], { unknown: ['it'] })).toBe('undecided');
  });
});

describe('instructions', () => {
  const reaching = (
    operator: 'instructions_all' | 'instructions_none',
    value: object,
    ...expected: string[]
  ) =>
    evaluated([{ id: 'it', operator, source: 1, expected }], {
      facts: [factOf('it', { value: value as FixtureFact['value'], evidence: [CODE_REF] })],
    });
  const code = { ...CODE, instructions: '0xf2f4' };

  it('may be reached, all or none of them', () => {
    expect(reaching('instructions_all', code, '0xf4', '0xf2')).toMatchObject({ observed: ['0xf4', '0xf2'] });
    expect(reaching('instructions_all', code, '0xf4', '0xff')).toBe('notProven');
    expect(reaching('instructions_none', code, '0xff')).toMatchObject({ observed: [], evidence: [CODE_REF] });
    expect(reaching('instructions_none', code, '0xff', '0xf2')).toBe('notProven');
    // Across the border of two instructions.
    expect(reaching('instructions_none', code, '0x2f')).toMatchObject({ observed: [] });
  });

  it('and selectors must be stated, also where none may be reached', () => {
    const { selectors: _, ...silent } = CODE;
    expect(reaching('instructions_none', CODE, '0xff')).toBe('notProven');
    const predicate: Predicate = {
      id: 'it',
      operator: 'selectors_none',
      source: 1,
      expected: ['0x00000000'],
    };
    const facts = [factOf('it', { value: silent, evidence: [CODE_REF] })];
    expect(evaluated([predicate], { facts })).toBe('notProven');
  });
});

describe('selectors of the code behind a delegation', () => {
  const [ONE, TWO] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`] as const;
  const delegation = { id: 'delegation', operator: 'exists', source: 2 } as const satisfies Predicate;
  const codes = `${ONE}${TWO.slice(2)}`;
  const behind = (
    further: true | undefined,
    facts: FixtureFact[],
    value: FixtureFact['value'],
    unknown?: Hex,
  ) => {
    const it: Predicate = {
      ...{ id: 'it', operator: 'selectors_all', source: 1, at: expressionOf('delegation.target') },
      expected: ['0xdd62ed3e'],
    };
    const checks = [delegation, further ? { ...it, at: expressionOf('delegation'), further } : it];
    const seen = factOf('delegation', { value, evidence: [`delegation:1:${HASH}:${SUBJECT}`] });
    return evaluated(checks, { facts: [seen, ...facts] }, unknown);
  };
  const codeOf = (of: Hex, value: FixtureFact['value'] = CODE) =>
    factOf('it', { of, value, evidence: [`code:1:${HASH}:${of}`] });
  const without = { ...CODE, selectors: '0x' };

  it('are those of the first account that has them', () => {
    const value = { target: ONE, codes };
    expect(behind(undefined, [codeOf(ONE, without), codeOf(TWO)], value)).toBe('notProven');
    expect(behind(true, [codeOf(ONE, without), codeOf(TWO)], value)).toMatchObject({
      evidence: [`code:1:${HASH}:${TWO}`],
    });
    expect(behind(true, [codeOf(ONE), codeOf(TWO)], value)).toMatchObject({
      evidence: [`code:1:${HASH}:${ONE}`],
    });
    expect(behind(true, [codeOf(ONE, without), codeOf(TWO, without)], value)).toBe('notProven');
    expect(behind(true, [codeOf(ONE)], { target: ONE })).toMatchObject({
      evidence: [`code:1:${HASH}:${ONE}`],
    });
  });

  it('may be unknown of an account, as long as another has them', () => {
    const value = { target: ONE, codes };
    expect(behind(true, [codeOf(TWO)], value, ONE)).toMatchObject({ evidence: [`code:1:${HASH}:${TWO}`] });
    expect(behind(true, [codeOf(TWO, without)], value, ONE)).toBe('undecided');
  });
});

describe('slot_address', () => {
  const predicate: Predicate = { id: 'it', operator: 'slot_address', source: 1 };
  const fact = (value: string) => factOf('it', { value, evidence: [`slot:1:${HASH}:${SUBJECT}:${SLOT}`] });

  it('shows slot and address', () => {
    expect(evaluated([predicate], { facts: [fact(WORD)] })).toMatchObject({
      expected: SLOT,
      observed: OTHER,
      referenceBlock: 110,
    });
  });

  it('needs a well-formed word', () => {
    expect(evaluated([predicate], { facts: [fact(HASH)] })).toBe('notProven');
    expect(evaluated([predicate], {})).toBe('notProven');
    expect(evaluated([predicate], { unknown: ['it'] })).toBe('undecided');
  });
});

describe('same_tx', () => {
  const predicate: PredicateOf<'same_tx'> = {
    id: 'it',
    operator: 'same_tx',
    of: expressionOf('seen'),
    with: expressionOf('made'),
  };
  const made: Predicate = { id: 'made', operator: 'exists', source: 2 };
  const witness = (ref: string) => ({ facts: [factOf('seen'), factOf('made', { evidence: [ref] })] });

  it('compares the transactions of two witnesses', () => {
    const tx = `tx:1:${HASH}:3`;
    expect(evaluated([seen, made, predicate], witness(`frame:1:${HASH}:3:0000`))).toMatchObject({
      expected: tx,
      observed: tx,
    });
    expect(evaluated([seen, made, predicate], witness(`frame:1:${HASH}:30:0000`))).toBe('notProven');
    expect(evaluated([seen, made, predicate], witness(`header:1:${HASH}`))).toBe('notProven');
    expect(evaluated([seen, made, predicate], { ...witness(''), unknown: ['made'] })).toBe('undecided');
  });

  it('refers to checks, not to their fields', () => {
    const named: Predicate = { ...predicate, with: expressionOf('made.value') };
    expect(() => evaluated([seen, made, named], witness(''))).toThrow(BadReference);
  });
});

describe('imitates', () => {
  const symbol: Predicate = {
    id: 'symbol',
    operator: 'exists',
    read: { call: 'symbol()', returns: 'text', after: 'seen' },
  };
  const predicate: Predicate = {
    id: 'it',
    operator: 'imitates',
    of: [expressionOf('symbol.value')],
    binding: 'assets',
  };
  const bindings = [
    { binding: 'assets', key: OTHER, from: 105, fields: { symbol: 'USDC', name: 'USD Coin' } },
    { binding: 'assets', key: SUBJECT, from: 112, fields: { symbol: 'UNI', name: 'USDC' } },
  ];
  const saying = (text: string) =>
    evaluated([seen, symbol, predicate], {
      bindings,
      facts: [factOf('seen', { start: 101 }), factOf('symbol', { start: 101, value: hexOf(text) })],
    });
  const hexOf = (text: string) => `0x${Buffer.from(text).toString('hex')}`;

  it('shows the text, and starts with the oldest entry it imitates', () => {
    expect(saying('USDC')).toEqual({
      expected: { binding: 'assets' },
      observed: hexOf('USDC'),
      referenceBlock: 105,
      bindingVersions: { assets: '1.0.0' },
    });
    expect(saying('uni')).toMatchObject({ referenceBlock: 112 });
    expect(saying('DAI')).toBe('notProven');
  });

  it('is unknown without the answer, and fails when the call reverts', () => {
    const facts = [factOf('seen', { start: 101 })];
    expect(evaluated([seen, symbol, predicate], { facts, bindings, unknown: ['symbol'] })).toBe('undecided');
    expect(evaluated([seen, symbol, predicate], { facts, bindings })).toBe('notProven');
  });
});
