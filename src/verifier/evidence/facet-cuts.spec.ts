import { describe, expect, it } from '@jest/globals';
import { encodeAbiParameters, parseAbiParameters } from 'viem';
import { facetsNamed } from '../../../test/engine-oracle/log-field-paths.js';
import { Prng } from '../../../test/simulation/prng.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Hex } from '../../domain/chain/hex.js';
import { facetCutsOf, hasNoFacet } from '../../engine/facts/extract/facet-cuts.js';
import { namedFacets } from './facet-cuts.js';

const DIAMOND = '0xdddddddddddddddddddddddddddddddddddddddd';
const FACET = '0xfafafafafafafafafafafafafafafafafafafafa';
const ZERO = '0x0000000000000000000000000000000000000000';
const DATA = parseAbiParameters('(address facet, uint8 action, bytes4[] selectors)[], address, bytes');

interface Cut {
  readonly facet: Hex;
  readonly action: number;
  readonly selectors: readonly Hex[];
}

const encoded = (cuts: readonly Cut[]): Buffer => fromHex(encodeAbiParameters(DATA, [cuts, ZERO, '0x1234']));

/**
 * Selectors and facets as the extraction, the verifier and the second implementation read them; null where
 * there is no facet.
 */
const readings = (data: Buffer) => {
  const log = { address: fromHex(DIAMOND), topics: [], data };
  const named = namedFacets(log);
  return [
    facetCutsOf(data)?.map((cut) => [cut.selector, hasNoFacet(cut, DIAMOND) ? null : cut.facet]),
    named && [...named].map(([selector, facet]) => [selector, facet ?? null]),
    facetsNamed({ address: DIAMOND, topics: [], data: data.toString('hex') }),
  ].map((one) => one && [...one].sort());
};

const selector = (number: number): Hex => `0x${number.toString(16).padStart(8, '0')}`;

describe('the functions that a cut of a diamond names', () => {
  it('have the facet that is named last; removed functions and those of the diamond itself have none', () => {
    const cuts: readonly Cut[] = [
      { facet: FACET, action: 0, selectors: [selector(1), selector(2), selector(3)] },
      { facet: DIAMOND, action: 1, selectors: [selector(2)] },
      { facet: FACET, action: 2, selectors: [selector(3)] },
      { facet: ZERO, action: 1, selectors: [selector(4)] },
    ];
    const expected = [
      [selector(1), FACET],
      [selector(2), null],
      [selector(3), null],
      [selector(4), null],
    ];
    expect(readings(encoded(cuts))).toEqual([expected, expected, expected]);
  });

  it('are at most the first 64', () => {
    const selectors = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => selector(from + at));
    const cuts = [
      { facet: FACET, action: 0, selectors: selectors(1, 60) },
      { facet: FACET, action: 0, selectors: selectors(100, 60) },
    ] as const;
    for (const reading of readings(encoded(cuts))) expect(reading).toHaveLength(64);
  });

  it('are read alike by all three, whichever byte of the data is changed', () => {
    const random = new Prng(3);
    let malformed = 0;
    for (let round = 0; round < 4_000; round++) {
      const cuts = Array.from({ length: random.between(0, 3) }, (): Cut => {
        const selectors = Array.from({ length: random.between(0, 3) }, () => selector(random.between(1, 4)));
        return { facet: random.pick([FACET, ZERO, DIAMOND]), action: random.between(0, 2), selectors };
      });
      const data = encoded(cuts);
      const changes = random.between(0, 2);
      for (let left = changes; left > 0; left--)
        data[random.between(0, data.length - 1)]! ^= random.between(1, 255);
      const cropped = random.chance(0.2) ? data.subarray(0, random.between(0, data.length)) : data;
      const [extracted, verified, oracle] = readings(cropped);
      expect([verified, oracle]).toEqual([extracted, extracted]);
      if (extracted === undefined) malformed++;
    }
    expect(malformed).toBeGreaterThan(400);
  });
});
