import { expect, it } from '@jest/globals';
import { consecutive, rangesOf } from './consecutive.js';

const blocks = [5, 6, 7, 9, 3, 4].map((number) => ({ header: { number } }));

it('consecutive blocks make one run, and keep their order', () => {
  expect(consecutive(blocks).map((run) => run.map(({ header }) => header.number))).toEqual([
    [5, 6, 7],
    [9],
    [3, 4],
  ]);
  expect(rangesOf(blocks)).toEqual([
    { fromBlock: 5, toBlock: 7 },
    { fromBlock: 9, toBlock: 9 },
    { fromBlock: 3, toBlock: 4 },
  ]);
  expect(rangesOf([])).toEqual([]);
});
