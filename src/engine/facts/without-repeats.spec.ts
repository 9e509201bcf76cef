import { describe, expect, it } from '@jest/globals';
import { contract, DESTROYED, foldOf, HASHES, initialAt, rowAt } from '../../../test/builder/fact-rows.js';
import { factSources } from '../../../test/builder/fact-sources.js';
import type { FactSource } from '../../definition/model/fact-source.js';
import type { FactRow } from '../model/fact-row.js';
import { withoutRepeats } from './without-repeats.js';

const FIRST: FactSource = { kind: 'log', topic0: '0x', topics: 1, emitter: 'any', subject: 'topic1.address' };
const LATEST: FactSource = { kind: 'log_state', emitter: 'any', subject: 'topic1.address', events: [] };
const OWN: FactSource = { ...FIRST, emitter: 'subject', subject: 'emitter' };
const SLOT: FactSource = { kind: 'storage', slot: 'oz_v1_admin' };
const CODE: FactSource = { kind: 'code', register: 'contract' };
const codeAt = (place: string, value: FactRow['value']): FactRow => rowAt(place, value, { source: 1 });
const LIVE = codeAt('101', contract('a'));

/** Places of the rows that are kept, where source 1 is the code. */
function kept(source: FactSource, known: readonly FactRow[], rows: readonly FactRow[]): string[] {
  const catalog = factSources(source, CODE);
  return withoutRepeats(rows, foldOf(catalog, known), catalog).map(
    ({ blockNumber, txIndex, isInitial }) => `${isInitial ? 'before ' : ''}${blockNumber}.${txIndex}`,
  );
}

describe('of new rows only those are kept that may change anything:', () => {
  it.each<[string, FactSource, readonly FactRow[], readonly FactRow[], readonly string[]]>([
    ['the first of all', FIRST, [], [rowAt('110', 'a'), rowAt('110.1', 'b')], ['110.0']],
    ['none after the first', FIRST, [rowAt('105', 'a')], [rowAt('110', 'b')], []],
    ['another value', LATEST, [rowAt('105', 'a')], [rowAt('110', 'b')], ['110.0']],
    ['no value that is held', LATEST, [rowAt('105', 'a')], [rowAt('110', 'a')], []],
    [
      'a value that was held before another',
      LATEST,
      [rowAt('105', 'a')],
      [rowAt('110', 'b'), rowAt('111', 'a')],
      ['110.0', '111.0'],
    ],
    ['no value that the row before tells', LATEST, [], [rowAt('110', 'a'), rowAt('111', 'a')], ['110.0']],
    [
      'a value that a slot holds: what was between may be left out',
      SLOT,
      [LIVE, rowAt('105', 'a')],
      [rowAt('110', 'a'), rowAt('111', 'a')],
      ['110.0', '111.0'],
    ],
    ['an end', LATEST, [rowAt('105', 'a')], [rowAt('110', null), rowAt('111', null)], ['110.0']],
    ['no end of nothing', LATEST, [rowAt('105', 'a'), rowAt('106', null)], [rowAt('110', null)], []],
    [
      'each key',
      { ...FIRST, key: ['topic1'] },
      [rowAt('105', 'a', { key: '0x1' })],
      [rowAt('110', 'a', { key: '0x1' }), rowAt('111', 'a', { key: '0x2' })],
      ['111.0'],
    ],
    ['the first of a lifetime', OWN, [LIVE], [rowAt('110', 'a'), rowAt('111', 'a')], ['110.0']],
    ['none after the first of a lifetime', OWN, [LIVE, rowAt('105', 'a')], [rowAt('110', 'a')], []],
    ['none after the lifetime', OWN, [LIVE, codeAt('105', DESTROYED)], [rowAt('110', 'a')], []],
    [
      'the first of the next lifetime',
      OWN,
      [LIVE, rowAt('102', 'a'), codeAt('103', DESTROYED), codeAt('105', contract('b'))],
      [rowAt('110', 'a')],
      ['110.0'],
    ],
    [
      'the first of each lifetime that is known',
      OWN,
      [LIVE, codeAt('112', DESTROYED), codeAt('113', contract('a'))],
      [rowAt('110', 'a'), rowAt('111', 'a'), rowAt('114', 'a'), rowAt('115', 'a')],
      ['110.0', '114.0'],
    ],
    ['the first where a contract may be', OWN, [], [rowAt('110', 'a')], ['110.0']],
    [
      'all where code changes',
      OWN,
      [LIVE, rowAt('105', 'a')],
      [rowAt('110', 'a'), codeAt('110.1', DESTROYED), rowAt('110.2', 'a')],
      ['110.0', '110.1', '110.2'],
    ],
    [
      'the first opening',
      SLOT,
      [],
      [initialAt(110, 'a'), rowAt('110', 'b'), initialAt(111, 'b'), rowAt('111', 'c')],
      ['before 110.-1', '110.0', '111.0'],
    ],
    [
      'no opening of what was told before',
      SLOT,
      [LIVE, rowAt('105', 'a')],
      [initialAt(110, 'a'), rowAt('110', 'b')],
      ['110.0'],
    ],
  ])('%s', (_, source, known, rows, places) => {
    expect(kept(source, known, rows)).toEqual(places);
  });
});

it('needs no opening where the chain begins', () => {
  const catalog = factSources(SLOT, CODE);
  const rows = [initialAt(110, null), rowAt('110', 'a')];
  expect(withoutRepeats(rows, foldOf(catalog, [LIVE], true), catalog)).toEqual(rows.slice(1));
});

it.each([
  ['others', (at: number) => `${at % 2}`],
  ['the same', () => '0'],
])('looks at the history of a key once, for any number of rows: %s', (_, valueAt) => {
  const catalog = factSources(LATEST, CODE);
  const known = foldOf(
    catalog,
    Array.from({ length: 50 }, (_, at) => rowAt(`${101 + at}`, `${at % 2}`)),
  );
  let looks = 0;
  const values = known.values.bind(known);
  known.values = (...of) => {
    looks += 1;
    return values(...of);
  };
  withoutRepeats(
    Array.from({ length: 50 }, (_, at) => rowAt(`160.${at}`, valueAt(at))),
    known,
    catalog,
  );
  expect(looks).toBe(1);
});

it('folds to the same as all rows do', () => {
  const catalog = factSources({ ...LATEST, emitter: 'subject', subject: 'emitter' }, CODE);
  const values = ['a', 'b', null];
  for (let seed = 0; seed < 200; seed++) {
    let state = seed * 2_654_435_761 + 1;
    const draw = (below: number): number => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return (state >>> 16) % below;
    };
    let all: FactRow[] = [];
    let few: FactRow[] = [];
    for (let block = 101; block < 140; block++) {
      const rows = Array.from({ length: draw(3) }, (_, tx) =>
        draw(12) === 0
          ? codeAt(`${block}.${tx}`, draw(2) === 0 ? DESTROYED : contract('c'))
          : rowAt(`${block}.${tx}`, values[draw(3)]!),
      );
      few = [...few, ...withoutRepeats(rows, foldOf(catalog, few), catalog)];
      all = [...all, ...rows];
    }
    expect(foldOf(catalog, few).intervals(0, '', HASHES)).toEqual(
      foldOf(catalog, all).intervals(0, '', HASHES),
    );
  }
});
