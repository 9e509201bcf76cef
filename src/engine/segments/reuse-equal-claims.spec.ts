import { expect, it } from '@jest/globals';
import type { ProvenClaim } from '../../evaluator/evaluate/evaluation.js';
import { reuseEqualClaims } from './reuse-equal-claims.js';

const claim = (object: string | undefined, proof: string): ProvenClaim => ({
  ...(object !== undefined && { object: `0x${object}` as const }),
  ...{ referenceBlock: 1, proofHash: `sha256:${proof}`, canonical: proof },
});

it('claims with the proof of the block before are those of that block', () => {
  const before = [claim('1', 'a'), claim('3', 'b'), claim('5', 'c'), claim('7', 'd')];
  const now = [
    claim('0', 'z'),
    claim('1', 'a'),
    claim('4', 'b'),
    claim('5', 'y'),
    claim('7', 'd'),
    claim('9', 'e'),
  ];
  const shared = reuseEqualClaims(now, before);
  expect(shared).toEqual(now);
  expect(shared.map((one) => before.indexOf(one))).toEqual([-1, 0, -1, -1, 3, -1]);
});

it('an attribute with the proof of the block before is the one of that block', () => {
  const before = [claim(undefined, 'a')];
  expect(reuseEqualClaims([claim(undefined, 'a')], before)[0]).toBe(before[0]);
  expect(reuseEqualClaims([claim(undefined, 'b')], before)[0]).not.toBe(before[0]);
  expect(reuseEqualClaims(before, [])).toEqual(before);
});
