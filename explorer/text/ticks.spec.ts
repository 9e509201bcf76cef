import { expect, it } from '@jest/globals';
import { ticksOf } from './ticks.js';

it('names both ends of an axis, and two blocks in between', () => {
  expect(ticksOf({ from: 100, to: 400 })).toEqual([100, 200, 300, 400]);
  expect(ticksOf({ from: 100, to: 110 })).toEqual([100, 103, 107, 110]);
});

it('names no block twice', () => {
  expect(ticksOf({ from: 100, to: 102 })).toEqual([100, 102]);
  expect(ticksOf({ from: 100, to: 100 })).toEqual([100]);
});
