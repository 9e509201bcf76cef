import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allProjectors } from '../runtime/projection/projectors.js';
import type { Projector } from './projector.js';
import { inReadingOrder, lengthsOfReading, ProjectorOrderRefused, readFromBy } from './projector-order.js';

const projector = (name: string, readsFrom?: string[]): Projector => ({
  name,
  ...(readsFrom && { readsFrom }),
  on: {},
  unwind: async () => undefined,
  clear: async () => undefined,
});
const namesOf = (projectors: readonly Projector[]): string[] => projectors.map(({ name }) => name);

const FOLDED = [
  projector('a', ['z', 'm']),
  projector('m', ['n']),
  projector('n'),
  projector('o'),
  projector('z', ['n']),
];

describe('the order of projectors', () => {
  it('puts projectors before their readers, for any listing', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(FOLDED, { minLength: FOLDED.length }), (listing) => {
        expect(namesOf(inReadingOrder(listing))).toEqual(['n', 'z', 'm', 'a', 'o']);
      }),
    );
  });

  it('is the same for any listing of the projectors of the service', () => {
    const served = allProjectors();
    fc.assert(
      fc.property(fc.shuffledSubarray(served, { minLength: served.length }), (listing) => {
        expect(namesOf(inReadingOrder(listing))).toEqual(namesOf(served));
      }),
      { numRuns: 20 },
    );
  });

  it('gives what one projector reads from, directly or through others', () => {
    expect(namesOf(readFromBy(FOLDED[0]!, FOLDED))).toEqual(['n', 'z', 'm']);
    expect(namesOf(readFromBy(FOLDED[3]!, FOLDED))).toEqual([]);
  });

  it('is refused where projectors read from each other', () => {
    const circle = [projector('a', ['b']), projector('b', ['c']), projector('c', ['b'])];
    expect(() => inReadingOrder(circle)).toThrow(
      new ProjectorOrderRefused('projectors read from each other: a -> b -> c -> b'),
    );
  });

  it('is refused where a projector reads from an unknown one', () => {
    expect(() => inReadingOrder([projector('a', ['b'])])).toThrow(
      new ProjectorOrderRefused('projector a reads from b, which does not exist'),
    );
  });

  it('gives the length of the longest chain through each projector', () => {
    const listed = inReadingOrder(FOLDED);
    expect(lengthsOfReading(listed)).toEqual(
      new Map([
        ['n', 3],
        ['z', 3],
        ['m', 3],
        ['a', 3],
        ['o', 1],
      ]),
    );
    // Those that are not there do not count.
    expect(lengthsOfReading([projector('a', ['z'])])).toEqual(new Map([['a', 1]]));
    const way = [
      projector('block'),
      projector('day', ['block']),
      projector('log'),
      projector('year', ['day', 'log']),
    ];
    expect([...lengthsOfReading(way).values()]).toEqual([3, 3, 3, 3]);
  });
});
