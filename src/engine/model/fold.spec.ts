import { describe, expect, it } from '@jest/globals';
import {
  contract,
  DESTROYED,
  delegation,
  foldOf,
  HASHES,
  initialAt,
  rowAt,
  SUBJECT,
  transient,
} from '../../../test/builder/fact-rows.js';
import { factSources } from '../../../test/builder/fact-sources.js';
import type { CodeSource, FactSource } from '../../definition/model/fact-source.js';
import type { FactInterval } from '../../evaluator/model/state-view.js';
import { contradicts } from './contradictions.js';
import type { FactRow } from './fact-row.js';
import { slotOf } from './slots.js';
import { CONTRADICTED } from './view-value.js';

const SHAPE = { topic0: '0x', topics: 1 };
const FIRST: FactSource = { kind: 'log', ...SHAPE, emitter: 'any', subject: 'topic1.address' };
const LATEST: FactSource = { kind: 'log_state', emitter: 'any', subject: 'topic1.address', events: [] };
const OWN_FIRST: FactSource = { kind: 'log', ...SHAPE, emitter: 'subject', subject: 'emitter' };
const OWN_LATEST: FactSource = { kind: 'log_state', emitter: 'subject', subject: 'emitter', events: [] };
const SLOT: FactSource = { kind: 'storage', slot: 'oz_v1_admin' };
const code = (part: CodeSource['register']): FactSource => ({ kind: 'code', register: part });

/** `110-119 value`: the first block and, where the interval ended, the last. */
const shown = ({ start, end, value }: FactInterval): string =>
  `${start}-${end ?? ''} ${JSON.stringify(value)}`;
const current = (source: FactSource, rows: readonly FactRow[], isBeginning = true): string[] =>
  foldOf(factSources(source, code('contract')), rows, isBeginning)
    .intervals(0, '', HASHES)
    .map(shown);
/** A row of code, which is source 1. */
const codeAt = (place: string, value: FactRow['value']): FactRow => rowAt(place, value, { source: 1 });

describe('a register that keeps the first', () => {
  it.each<[string, readonly FactRow[], readonly string[]]>([
    ['no row', [], []],
    ['a row', [rowAt('110', 'a')], ['110- "a"']],
    ['later rows, whatever they say', [rowAt('110', 'a'), rowAt('111', 'b')], ['110- "a"']],
    ['several in one block', [rowAt('110', 'a'), rowAt('110.1', 'b')], ['110- "a"']],
  ])('holds of %s', (_, rows, intervals) => {
    expect(current(FIRST, rows)).toEqual(intervals);
  });
});

describe('a register that keeps the latest', () => {
  it.each<[string, readonly FactRow[], readonly string[]]>([
    ['a row', [rowAt('110', 'a')], ['110- "a"']],
    ['another value', [rowAt('110', 'a'), rowAt('120', 'b')], ['110-119 "a"', '120- "b"']],
    ['its value again', [rowAt('110', 'a'), rowAt('120', 'a')], ['110- "a"']],
    ['an equal record', [rowAt('110', { of: 'a' }), rowAt('120', { of: 'a' })], ['110- {"of":"a"}']],
    [
      'another record',
      [rowAt('110', { of: 'a' }), rowAt('120', { of: 'b' })],
      ['110-119 {"of":"a"}', '120- {"of":"b"}'],
    ],
    [
      'a record of more',
      [rowAt('110', { of: 'a' }), rowAt('120', { of: 'a', to: 'b' })],
      ['110-119 {"of":"a"}', '120- {"of":"a","to":"b"}'],
    ],
    [
      'a record of less',
      [rowAt('110', { of: 'a', to: 'b' }), rowAt('120', { of: 'a' })],
      ['110-119 {"of":"a","to":"b"}', '120- {"of":"a"}'],
    ],
    ['an end', [rowAt('110', 'a'), rowAt('120', null)], ['110-119 "a"']],
    ['an end of nothing', [rowAt('110', null)], []],
    [
      'an end and a beginning',
      [rowAt('110', 'a'), rowAt('120', null), rowAt('130', 'a')],
      ['110-119 "a"', '130- "a"'],
    ],
    ['the next block', [rowAt('110', 'a'), rowAt('111', 'b')], ['110-110 "a"', '111- "b"']],
    ['several in one block', [rowAt('110', 'a'), rowAt('110.1', 'b')], ['110- "b"']],
    ['what is set and cleared in one block', [rowAt('110', 'a'), rowAt('110.1', null)], []],
    [
      'what is cleared and set in one block',
      [rowAt('110', 'a'), rowAt('120', null), rowAt('120.1', 'b')],
      ['110-119 "a"', '120- "b"'],
    ],
  ])('holds of %s', (_, rows, intervals) => {
    expect(current(LATEST, rows)).toEqual(intervals);
  });

  it('gives the earliest row that began the value as its witness, with its transaction', () => {
    const rows = [rowAt('110.3', 'a', { ordinal: 5 }), rowAt('111', 'a')];
    expect(foldOf(factSources(LATEST), rows).intervals(0, '', HASHES)).toEqual([
      { key: '', value: 'a', start: 110, evidence: ['log:1:#110:3:5'], tx: 'tx:1:#110:3' },
    ]);
  });

  it('has keys of its own, ascending, and folds each apart', () => {
    const keyed: FactSource = { ...LATEST, key: ['topic1'] };
    const facts = foldOf(factSources(keyed), [
      rowAt('110', 'a', { key: '0x02' }),
      rowAt('111', 'b', { key: '0x01' }),
      rowAt('112', null, { key: '0x02' }),
    ]);
    expect(facts.keys(0)).toEqual(['0x01', '0x02']);
    expect(facts.intervals(0, '0x01', HASHES).map(shown)).toEqual(['111- "b"']);
    expect(facts.intervals(0, '0x02', HASHES).map(shown)).toEqual(['110-111 "a"']);
    expect(facts.intervals(0, '0x03', HASHES)).toEqual([]);
  });
});

it.each<[FactSource, readonly string[], readonly string[], string | undefined]>([
  [
    { kind: 'frame', register: 'created' },
    ['frame:1:#:3:0000', 'log:1:#:3:1'],
    ['frame:1:#110:3:0000', 'log:1:#110:3:1'],
    'tx:1:#110:3',
  ],
  [{ kind: 'setting' }, ['tx:1:#:1'], ['tx:1:#110:1'], 'tx:1:#110:3'],
  [{ kind: 'tx', register: 'signed' }, [], ['tx:1:#110:3'], 'tx:1:#110:3'],
  [FIRST, [], ['log:1:#110:3:5'], 'tx:1:#110:3'],
  [{ kind: 'withdrawal', register: 'received' }, [], ['withdrawal:1:#110:5'], undefined],
  [{ kind: 'header', register: 'beneficiary' }, [], ['header:1:#110'], undefined],
])('a witness of %j is where its row is', (source, evidence, refs, tx) => {
  const row = rowAt('110.3', 'true', { ordinal: 5, evidence });
  const [interval] = foldOf(factSources(source), [row]).intervals(0, '', HASHES);
  expect(interval).toMatchObject({ evidence: refs });
  expect(interval?.tx).toBe(tx);
});

describe('a register of the code of its subject', () => {
  const twice = [codeAt('110', contract('a')), codeAt('120.5', DESTROYED), codeAt('130.1', contract('b'))];

  it.each<[string, FactSource, readonly FactRow[], readonly string[]]>([
    ['ends with it', OWN_FIRST, [twice[0]!, rowAt('115', 'x'), twice[1]!], ['115-119 "x"']],
    [
      'begins anew with it',
      OWN_FIRST,
      [twice[0]!, rowAt('115', 'x'), twice[1]!, twice[2]!, rowAt('140', 'y')],
      ['115-119 "x"', '140- "y"'],
    ],
    ['is nothing before it', OWN_FIRST, [rowAt('109', 'x'), twice[0]!], []],
    ['is nothing before it in its block', OWN_FIRST, [rowAt('130', 'x'), codeAt('130.1', contract('a'))], []],
    [
      'is told by its constructor',
      OWN_FIRST,
      [codeAt('130.1', contract('a')), rowAt('130.1', 'x')],
      ['130- "x"'],
    ],
    ['is nothing after it', OWN_FIRST, [...twice.slice(0, 2), rowAt('120.6', 'x')], []],
    ['is nothing at the end of its last block', OWN_FIRST, [...twice.slice(0, 2), rowAt('120.5', 'x')], []],
    [
      'is nothing of one that lasted a transaction',
      OWN_FIRST,
      [codeAt('110', transient('a')), rowAt('110', 'x')],
      [],
    ],
    [
      'is nothing while the account delegates',
      OWN_FIRST,
      [codeAt('110', delegation('0x')), rowAt('115', 'x')],
      [],
    ],
    [
      'ends with it though it keeps the latest',
      OWN_LATEST,
      [twice[0]!, rowAt('115', 'x'), ...twice.slice(1), rowAt('140', 'x')],
      ['115-119 "x"', '140- "x"'],
    ],
    ['ends with it as slots do', SLOT, [twice[0]!, rowAt('115', 'x'), twice[1]!], ['115-119 "x"']],
    [
      'ends and begins within a block',
      OWN_FIRST,
      [twice[0]!, rowAt('115', 'x'), twice[1]!, codeAt('120.6', contract('b')), rowAt('120.7', 'y')],
      ['115-119 "x"', '120- "y"'],
    ],
  ])('%s', (_, source, rows, intervals) => {
    expect(current(source, rows)).toEqual(intervals);
  });
});

describe('code', () => {
  const A = contract('0xa');
  const B = contract('0xb');
  const life = [rowAt('110', A), rowAt('120', DESTROYED), rowAt('130', B)];
  it.each<[CodeSource['register'], readonly FactRow[], readonly string[]]>([
    ['contract', life, [`110-119 ${JSON.stringify(A)}`, `130- ${JSON.stringify(B)}`]],
    ['contract', [rowAt('110', delegation('0xd'))], []],
    ['contract', [rowAt('110', transient('0xa'))], []],
    ['delegate', [rowAt('110', delegation('0xd')), rowAt('120', null)], ['110-119 "0xd"']],
    [
      'delegate',
      [rowAt('110', delegation('0xd')), rowAt('120', delegation('0xe'))],
      ['110-119 "0xd"', '120- "0xe"'],
    ],
    ['delegate', life, []],
    ['clone', [rowAt('110', { ...A, clone: '0xc' }), rowAt('120', DESTROYED)], ['110-119 "0xc"']],
    ['clone', life, []],
    ['destroyed', life, ['120-129 "true"']],
    ['destroyed', [rowAt('110', transient('0xa'))], ['110- "true"']],
    ['destroyed', [rowAt('110', DESTROYED), rowAt('110.1', B)], []],
    [
      'destroyed',
      [rowAt('110', DESTROYED), rowAt('120', delegation('0xd')), rowAt('130', null)],
      ['110- "true"'],
    ],
    ['destroyed', [rowAt('110', delegation('0xd')), rowAt('120', null)], []],
    ['redeployed', life, ['130- "true"']],
    ['redeployed', [...life, rowAt('140', DESTROYED)], ['130- "true"']],
    ['redeployed', [rowAt('110', A), rowAt('120', DESTROYED), rowAt('130', A)], []],
    ['redeployed', [rowAt('110', transient('0xa')), rowAt('130', B)], ['130- "true"']],
    ['redeployed', [rowAt('110', delegation('0xd')), rowAt('130', B)], []],
  ])('%s is held as its rows say', (part, rows, intervals) => {
    expect(
      foldOf(factSources(code(part)), rows, true)
        .intervals(0, '', HASHES)
        .map(shown),
    ).toEqual(intervals);
  });

  it('is witnessed by itself at the end of the first block', () => {
    expect(foldOf(factSources(code('contract')), [rowAt('110.4', A)]).intervals(0, '', HASHES)).toEqual([
      { key: '', value: A, start: 110, evidence: [`code:1:#110:${SUBJECT}`], tx: 'tx:1:#110:4' },
    ]);
  });

  it('redeployed is witnessed by the first code and by the first other', () => {
    const again = [
      rowAt('110', A),
      rowAt('120', DESTROYED),
      rowAt('125', A),
      rowAt('127', DESTROYED),
      rowAt('130', B),
    ];
    expect(foldOf(factSources(code('redeployed')), again).intervals(0, '', HASHES)[0]?.evidence).toEqual([
      `code:1:#110:${SUBJECT}`,
      `code:1:#130:${SUBJECT}`,
    ]);
  });

  it('tells all its registers by the rows of the one of contracts', () => {
    const facts = foldOf(factSources(SLOT, code('clone'), code('contract')), [
      rowAt('110', A, { source: 2 }),
    ]);
    expect(facts.intervals(2, '', HASHES).map(({ start }) => start)).toEqual([110]);
  });
});

describe('where a range opens', () => {
  const slotFacts = (...rows: readonly FactRow[]) => foldOf(factSources(SLOT, code('contract')), rows);
  const A = contract('0xa');

  it('a slot is held from the first block with what its first change had before', () => {
    const facts = slotFacts(initialAt(110, 'x', { txIndex: 3 }), rowAt('110.3', 'y'), initialAt(120, 'y'));
    expect(facts.intervals(0, '', HASHES)).toEqual([
      {
        key: '',
        value: 'x',
        start: 100,
        end: 109,
        evidence: [`slot:1:#100:${SUBJECT}:${slotOf('oz_v1_admin')}`],
      },
      {
        key: '',
        value: 'y',
        start: 110,
        evidence: [`slot:1:#110:${SUBJECT}:${slotOf('oz_v1_admin')}`],
        tx: 'tx:1:#110:3',
      },
    ]);
  });

  it('code is held from the first block with what a node answered about a block before its first change', () => {
    const facts = foldOf(factSources(code('contract')), [initialAt(115, A), rowAt('120', DESTROYED)]);
    expect(facts.intervals(0, '', HASHES).map(shown)).toEqual([`100-119 ${JSON.stringify(A)}`]);
    expect(facts.intervals(0, '', HASHES)[0]!.evidence).toEqual([`code:1:#100:${SUBJECT}`]);
  });

  it('an answer about a block after the first change tells nothing', () => {
    const facts = foldOf(factSources(code('contract')), [rowAt('110', DESTROYED), initialAt(115, A)]);
    expect(facts.intervals(0, '', HASHES)).toEqual([]);
    expect(facts.knownFrom(0)).toBe(110);
  });

  it.each<[CodeSource['register'], readonly FactRow[], number, number]>([
    ['contract', [], Infinity, Infinity],
    ['contract', [rowAt('110', A)], 100, 100],
    ['contract', [rowAt('110', transient('0xa'))], 100, 100],
    ['contract', [rowAt('110', DESTROYED)], 110, 110],
    ['contract', [rowAt('110', delegation('0xd'))], 110, 110],
    ['contract', [initialAt(105, A), rowAt('110', DESTROYED)], 100, 100],
    ['contract', [initialAt(200, null)], 100, 100],
    ['redeployed', [], Infinity, Infinity],
    ['redeployed', [rowAt('110', A), rowAt('120', DESTROYED)], 100, 100],
    ['redeployed', [rowAt('110', DESTROYED), rowAt('120', A)], Infinity, 110],
    ['redeployed', [initialAt(105, A), rowAt('110', DESTROYED)], 100, 100],
  ])('%s of rows %j is known from block %d, and may have changed from %d on', (part, rows, from, changed) => {
    const facts = foldOf(factSources(code(part)), rows);
    expect([facts.knownFrom(0), facts.changedFrom(0)]).toEqual([from, changed]);
  });

  it.each<[string, readonly FactRow[], number]>([
    ['nothing is told', [], Infinity],
    ['its first change tells', [initialAt(110, null), rowAt('110', 'x')], 100],
    ['a node answered', [initialAt(150, 'x')], 100],
    ['a contract is created later', [codeAt('110', A)], 100],
    ['a contract from before was destroyed', [codeAt('110', DESTROYED)], 110],
    ['an account that delegates has no contract', [codeAt('110', delegation('0xd'))], 100],
  ])('a slot of which %s is known from block %d', (_, rows, from) => {
    expect([slotFacts(...rows).knownFrom(0), slotFacts(...rows).changedFrom(0)]).toEqual([from, from]);
  });

  it('nothing is unknown of what only happens, or where the chain begins', () => {
    expect(foldOf(factSources(FIRST), []).knownFrom(0)).toBe(100);
    expect(foldOf(factSources(code('redeployed')), [], true).knownFrom(0)).toBe(100);
    expect(foldOf(factSources(SLOT), [], true).knownFrom(0)).toBe(100);
  });

  it.each<[string, readonly FactRow[], readonly string[]]>([
    ['a contract may have been there', [], ['110- "x"']],
    ['a contract was there', [codeAt('120', DESTROYED)], ['110-119 "x"']],
    ['a node says that none was there', [initialAt(105, null, { source: 1 })], []],
    ['none can have been there', [codeAt('120', A)], []],
    ['none can have been there, as the account delegates', [codeAt('120', delegation('0xd'))], []],
  ])('logs belong to the subject where %s', (_, rows, intervals) => {
    expect(current(OWN_FIRST, [rowAt('110', 'x'), ...rows], false)).toEqual(intervals);
  });
});

describe('a build', () => {
  const BUILD: FactSource = { kind: 'build', binding: 'builds' };
  const built = (...rows: readonly FactRow[]) => foldOf(factSources(BUILD, code('contract')), rows);
  const heldOf = (...rows: readonly FactRow[]) =>
    built(...rows)
      .intervals(0, '', HASHES)
      .map(shown);

  it('is unknown while the code is, and known to be none where the code is known', () => {
    expect(built().knownFrom(0)).toBe(Number.POSITIVE_INFINITY);
    expect(built().mayHaveFact(0)).toBe(true);
    const known = built(initialAt(110, contract('a'), { source: 1 }));
    expect([known.knownFrom(0), known.mayHaveFact(0)]).toEqual([100, false]);
    expect(built(codeAt('110', DESTROYED)).knownFrom(0)).toBe(110);
  });

  it('is held with the code alone, from its first block, and witnessed by it', () => {
    const rows = [codeAt('110.1', contract('a')), rowAt('110.1', 'key'), codeAt('120', DESTROYED)];
    expect(heldOf(...rows)).toEqual(['110-119 "key"']);
    const [held] = built(...rows).intervals(0, '', HASHES);
    expect([held!.evidence, held!.tx]).toEqual([[`code:1:#110:${SUBJECT}`], 'tx:1:#110:1']);
    const initial = [initialAt(115, contract('a'), { source: 1 }), initialAt(115, 'key')];
    expect(heldOf(...initial, codeAt('120', DESTROYED))).toEqual(['100-119 "key"']);
    // An answer about a block after the first change tells nothing.
    expect(heldOf(codeAt('110', DESTROYED), ...initial)).toEqual([]);
  });

  it('is that of its own code, where other code follows or the same', () => {
    const first = [codeAt('110', contract('a')), rowAt('110', 'key'), codeAt('120', DESTROYED)];
    expect(heldOf(...first, codeAt('130', contract('b')))).toEqual(['110-119 "key"']);
    expect(heldOf(...first, codeAt('130', contract('a')), rowAt('130', 'key'))).toEqual([
      '110-119 "key"',
      '130- "key"',
    ]);
  });
});

describe('a slot that is proven to hold another value', () => {
  const born = codeAt('105', contract('0xc0'));
  const no = JSON.stringify(CONTRADICTED);

  it.each<[string, readonly FactRow[], readonly string[]]>([
    ['was left', [rowAt('110', 'a'), initialAt(120, CONTRADICTED)], [`110- ${no}`]],
    [
      'was left until the next write',
      [rowAt('110', 'a'), initialAt(120, CONTRADICTED), rowAt('130', 'a')],
      [`110-129 ${no}`, '130- "a"'],
    ],
    ['was left in the same block', [initialAt(110, CONTRADICTED), rowAt('110', 'a')], [`110- ${no}`]],
    [
      'was cleared',
      [rowAt('110', 'a'), rowAt('115', null), initialAt(120, CONTRADICTED)],
      ['110-114 "a"', `115- ${no}`],
    ],
    ['its contract began with', [initialAt(120, CONTRADICTED)], [`105- ${no}`]],
  ])('is not known from where it %s', (_, rows, intervals) => {
    expect(current(SLOT, [born, ...rows])).toEqual(intervals);
  });

  it('is found by a proof within the life of its contract', () => {
    const facts = foldOf(factSources(SLOT, code('contract')), [born, rowAt('110', 'a')], true);
    const isFalse = (block: number, value: string | null) =>
      contradicts(initialAt(block, value), facts, false);
    expect([isFalse(120, 'b'), isFalse(120, null), isFalse(120, 'a')]).toEqual([true, true, false]);
    expect([isFalse(107, 'b'), isFalse(107, null), isFalse(104, 'b')]).toEqual([true, false, false]);
  });
});

describe('a code that is proven to be another', () => {
  const no = JSON.stringify(CONTRADICTED);
  const falseAt = (block: number): FactRow => initialAt(block, CONTRADICTED);
  const held = (register: CodeSource['register'], ...rows: readonly FactRow[]): string[] =>
    foldOf(factSources(code('contract'), code(register)), rows, true)
      .intervals(1, '', HASHES)
      .map(({ start, end, value }) => {
        const { hash = value } = value as { hash?: string };
        return `${start}-${end ?? ''} ${JSON.stringify(hash)}`;
      });
  const first = rowAt('110', contract('0xa'));
  const gone = rowAt('120', DESTROYED);
  const second = rowAt('130', contract('0xb'));

  it.each<[string, readonly FactRow[], readonly string[]]>([
    ['was set', [first, falseAt(115)], [`110- ${no}`]],
    ['was set, up to the next one', [first, falseAt(115), gone, second], [`110-119 ${no}`, '130- "0xb"']],
    ['was set in the same block', [falseAt(110), first, gone], [`110-119 ${no}`]],
    ['ended', [first, gone, falseAt(125), second], ['110-119 "0xa"', `120-129 ${no}`, '130- "0xb"']],
    ['the chain began without any', [falseAt(105), first], [`100-109 ${no}`, '110- "0xa"']],
  ])('is not known from where it %s', (_, rows, intervals) => {
    expect(held('contract', ...rows)).toEqual(intervals);
  });

  it('says nothing of an end, and may be another than later codes', () => {
    expect(held('destroyed', first, gone, falseAt(125), second)).toEqual([`120-129 ${no}`]);
    expect(held('destroyed', first, falseAt(115), gone)).toEqual([`110-119 ${no}`, '120- "true"']);
    expect(held('redeployed', first, falseAt(115), gone, second)).toEqual([`110- ${no}`]);
  });

  it('is no build, nor none', () => {
    const builds = { kind: 'build', binding: 'builds' } as const;
    const built = (...rows: readonly FactRow[]) => foldOf(factSources(code('contract'), builds), rows, true);
    const values = (...rows: readonly FactRow[]) =>
      built(...rows)
        .intervals(1, '', HASHES)
        .map(shown);
    expect(values(first, rowAt('110', 'key', { source: 1 }), falseAt(115))).toEqual([`110- ${no}`]);
    expect(values(first, falseAt(115), gone)).toEqual([`110-119 ${no}`]);
    expect(built(first, falseAt(115)).mayHaveFact(1)).toBe(true);
    expect(built(first).mayHaveFact(1)).toBe(false);
  });

  it('may be of any value, and lives as it did', () => {
    const facts = foldOf(
      factSources(code('contract')),
      [rowAt('110', contract('0xa')), initialAt(115, CONTRADICTED)],
      true,
    );
    expect(facts.mayHaveValue(0, () => false)).toBe(true);
    expect(facts.lifetimes).toMatchObject([{ begin: { blockNumber: 110, txIndex: 0 } }]);
  });

  it('is found by a proof at the end of a block', () => {
    const facts = foldOf(
      factSources(code('contract')),
      [rowAt('110', contract('0xa')), rowAt('120', DESTROYED)],
      true,
    );
    const isFalse = (block: number, value: FactRow['value']) =>
      contradicts(initialAt(block, value), facts, true);
    expect([isFalse(105, null), isFalse(105, contract('0xa'))]).toEqual([false, true]);
    expect([isFalse(110, contract('0xa')), isFalse(115, contract('0xb')), isFalse(115, null)]).toEqual([
      false,
      true,
      true,
    ]);
    expect([isFalse(120, null), isFalse(120, contract('0xa'))]).toEqual([false, true]);
    const unknown = foldOf(factSources(code('contract')), [rowAt('110', DESTROYED)], false);
    expect(contradicts(initialAt(105, contract('0xb')), unknown, true)).toBe(false);
  });
});
