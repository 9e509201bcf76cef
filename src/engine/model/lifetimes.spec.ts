import { expect, it } from '@jest/globals';
import {
  contract,
  DESTROYED,
  delegation,
  initialAt,
  rowAt,
  transient,
} from '../../../test/builder/fact-rows.js';
import type { FactRow } from './fact-row.js';
import { type Lifetime, lifetimeAt, lifetimesOf } from './lifetimes.js';

/** `110.0-120.1`: begin and end, where there are any. */
function shown({ begin, end }: Lifetime): string {
  const text = (at: Lifetime['begin']) => (at ? `${at.blockNumber}.${at.txIndex}` : '');
  return `${text(begin)}-${text(end)}`;
}

it.each<[string, readonly FactRow[], boolean | undefined, readonly string[]]>([
  ['nothing ever', [], false, []],
  ['a contract from before', [], true, ['-']],
  ['what is not known', [], undefined, ['-']],
  ['a contract set', [rowAt('110.1', contract('a'))], false, ['110.1-']],
  ['a contract set where the opening is not known', [rowAt('110', contract('a'))], undefined, ['110.0-']],
  [
    'a contract set and destroyed',
    [rowAt('110', contract('a')), rowAt('120.1', DESTROYED)],
    false,
    ['110.0-120.1'],
  ],
  ['one from before, destroyed', [rowAt('120', DESTROYED)], true, ['-120.0']],
  [
    'one set anew within the block',
    [rowAt('120', DESTROYED), rowAt('120.1', contract('b'))],
    true,
    ['-120.0', '120.1-'],
  ],
  ['one that lasted for a transaction', [rowAt('110.3', transient('a'))], false, ['110.3-110.3']],
  [
    'one that lasted so where the opening is not known',
    [rowAt('110.3', transient('a'))],
    undefined,
    ['110.3-110.3'],
  ],
  [
    'two that lasted so',
    [rowAt('110', transient('a')), rowAt('110.1', transient('a'))],
    false,
    ['110.0-110.0', '110.1-110.1'],
  ],
  ['delegations', [rowAt('110', delegation('0x')), rowAt('120', null)], false, []],
  [
    'openings, which are told apart',
    [initialAt(110, contract('a')), rowAt('120', DESTROYED)],
    true,
    ['-120.0'],
  ],
])('lifetimes of %s', (_, rows, initial, lifetimes) => {
  expect(lifetimesOf(rows, initial).map(shown)).toEqual(lifetimes);
});

it.each<[number, number, string | undefined]>([
  [50, 0, '-110.1'],
  [110, 0, '-110.1'],
  [110, 1, '-110.1'],
  [110, 2, undefined],
  [111, 0, undefined],
  [120, 2, undefined],
  [120, 3, '120.3-120.5'],
  [120, 5, '120.5-'],
  [121, 0, '120.5-'],
])('block %i, transaction %i belongs to the later of the lifetimes it is in', (block, txIndex, lifetime) => {
  const lifetimes: Lifetime[] = [
    { end: { blockNumber: 110, txIndex: 1 } },
    { begin: { blockNumber: 120, txIndex: 3 }, end: { blockNumber: 120, txIndex: 5 } },
    { begin: { blockNumber: 120, txIndex: 5 } },
  ];
  const found = lifetimeAt(lifetimes, { blockNumber: block, txIndex });
  expect(found && shown(found)).toBe(lifetime);
});
