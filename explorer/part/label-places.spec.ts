import { expect, it } from '@jest/globals';
import { labelPlaces } from './label-places.js';

const label = (y: number, at = 0.5) => ({
  start: { x: 0, y },
  end: { x: 1000, y },
  width: 100,
  height: 20,
  at,
});
const box = (x: number, y: number) => ({ x, y, width: 150, height: 40 });

it('puts labels where they are best, and beside what lies there', () => {
  expect(labelPlaces([label(0), label(100, 0.7)], [])).toMatchObject([
    { x: 500, y: 0 },
    { x: 700, y: 100 },
  ]);
  expect(labelPlaces([label(0), label(10)], []).map(({ x }) => x)).toEqual([500, 400]);
  expect(labelPlaces([label(0)], [box(500, 0), box(400, 0)])[0]!.x).toBe(700);
});

it('covers least where all places are taken', () => {
  const all = Array.from({ length: 11 }, (_, at) => box(100 * at, 0));
  expect(
    labelPlaces([label(0)], [...all.filter(({ x }) => x !== 300 && x !== 200), box(300, 20)])[0]!.x,
  ).toBe(200);
});
