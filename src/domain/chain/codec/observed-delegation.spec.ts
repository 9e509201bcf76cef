import { expect, it } from '@jest/globals';
import { PROXY_SLOTS } from '../../../bytecode/fallback/proxy-slots.js';
import type { Address } from '../hex.js';
import { codesOf, delegationFact, IMPLEMENTATION_SLOTS } from './delegation-fact.js';
import { toHex } from './hex.js';
import { decodeDelegation, encodeDelegation, type ObservedDelegation } from './observed-delegation.js';

const [A, B, C, D] = ['aa', 'bb', 'cc', 'dd'].map((byte) => `0x${byte.repeat(20)}`) as [
  Address,
  Address,
  Address,
  Address,
];
const [SLOT, OTHER] = [`0x${'51'.repeat(32)}`, `0x${'0'.repeat(64)}`] as const;

const WAYS: readonly ObservedDelegation[] = [
  [{ target: A, slots: [] }],
  [{ target: A, beacon: B, slots: [SLOT] }],
  [{ target: A, slots: [SLOT, OTHER] }],
  [{ target: A, slots: [], isDerived: true }],
  [{ target: A, slots: [], delegate: B }],
  [
    { target: A, slots: [] },
    { target: B, beacon: C, slots: [], isDerived: true },
    { target: C, slots: [OTHER], delegate: D },
  ],
];

it('every way is read as it was written, and nothing else is', () => {
  for (const way of WAYS) {
    const output = toHex(encodeDelegation(way));
    expect(decodeDelegation(output)).toEqual(way);
    expect(decodeDelegation(`${output}00`)).toBeUndefined();
    expect(decodeDelegation(output.slice(0, -64) as `0x${string}`)).not.toEqual(way);
  }
  expect(encodeDelegation(undefined)).toHaveLength(0);
  expect(decodeDelegation('0x')).toBeUndefined();
  expect(decodeDelegation(`0x${'ff'.repeat(64)}`)).toBeUndefined();
  expect(decodeDelegation(`0x${'ff'.repeat(32 * 9)}`)).toBeUndefined();
});

it('a fact says of each thing where it is first', () => {
  expect(WAYS.map(delegationFact)).toEqual([
    { target: A },
    { target: A, beacon: B, answered: A, slot: SLOT },
    { target: A, slot: SLOT },
    { target: A, derived: A },
    { target: A, codes: B, account: A },
    {
      ...{ target: A, last: C, codes: `${A}${B.slice(2)}${D.slice(2)}` },
      ...{ beacon: C, answered: B, slot: OTHER, derived: B, account: C },
    },
  ]);
});

it('a fact names the contracts whose code runs, of accounts that delegate their delegates', () => {
  expect(WAYS.map(delegationFact).map(codesOf)).toEqual([[A], [A], [A], [A], [B], [A, B, D]]);
});

it('the slots of standards are those that code is searched for', () => {
  for (const [name, slot] of Object.entries(IMPLEMENTATION_SLOTS))
    expect(toHex(PROXY_SLOTS[name as keyof typeof IMPLEMENTATION_SLOTS])).toBe(slot);
  const [name, slot] = Object.entries(IMPLEMENTATION_SLOTS)[0]!;
  expect(delegationFact([{ target: A, slots: [SLOT, slot] }])).toEqual({ target: A, slot: SLOT, [name]: A });
});
