import { expect, it } from '@jest/globals';
import { blockCount } from '../../domain/interval/block-range.js';
import { nthBlock } from './forecast.js';

it('samples only blocks that are missing', () => {
  const missing = [
    { fromBlock: 5, toBlock: 6 },
    { fromBlock: 100, toBlock: 100 },
    { fromBlock: 200, toBlock: 201 },
  ];
  expect(blockCount(missing)).toBe(5);
  expect([0, 1, 2, 3, 4].map((place) => nthBlock(missing, place))).toEqual([5, 6, 100, 200, 201]);
  expect(() => nthBlock(missing, 5)).toThrow(RangeError);
});
