import { expect, it } from '@jest/globals';
import { blockWindows, positionWindows, type Window } from './windows.js';

const LAST = Number.MAX_SAFE_INTEGER;

const stored = (...runs: readonly Window[]) => runs.map(([fromBlock, toBlock]) => ({ fromBlock, toBlock }));

it.each<[string, ReturnType<typeof stored>, Window[]]>([
  ['nothing stored', stored(), [[0, LAST]]],
  ['less than a window', stored([5, 7]), [[0, LAST]]],
  [
    'a run of two windows',
    stored([100, 107]),
    [
      [0, 103],
      [104, 107],
      [108, LAST],
    ],
  ],
  [
    'runs with holes',
    stored([10, 11], [50, 50], [90, 96]),
    [
      [0, 90],
      [91, 94],
      [95, LAST],
    ],
  ],
])('windows have every number, of four stored blocks each: %s', (_, runs, windows) => {
  expect(blockWindows(runs, 4)).toEqual(windows);
});

it.each<[number, Window[]]>([
  [0, [[0, LAST]]],
  [
    10,
    [
      [0, 4],
      [5, 9],
      [10, LAST],
    ],
  ],
])('windows have every position up to %d and all after it', (end, windows) => {
  expect(positionWindows(end, 5)).toEqual(windows);
});
