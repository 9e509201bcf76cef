import { describe, expect, it } from '@jest/globals';
import { placed } from './graph-layout.js';

const SIZE = { width: 1100, height: 460 };
const out = (count: number) => Array.from({ length: count }, (_, at) => ({ from: 'centre', to: `to ${at}` }));
const back = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ from: `from ${at}`, to: 'centre' }));

function places(edges: readonly { readonly from: string; readonly to: string }[]) {
  const ids = [...new Set(['centre', ...edges.flatMap(({ from, to }) => [from, to])])];
  const { of, height } = placed(ids, edges, 'centre', SIZE);
  return { of, height, all: [...of.values()] };
}

describe('the relations of an address alone', () => {
  it('take the whole width where they point one way', () => {
    expect([places(out(3)).of.get('centre')!.x, places(out(3)).of.get('to 0')!.x]).toEqual([85, 1015]);
    expect([places(back(3)).of.get('centre')!.x, places(back(3)).of.get('from 0')!.x]).toEqual([1015, 85]);
  });

  it('lie on both sides of it where they point both ways, and none on another', () => {
    const { all, height, of } = places([...out(20), ...back(4)]);
    expect(of.get('centre')).toEqual({ x: 550, y: height / 2 });
    expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(25);
    const right = all.filter(({ x }) => x === 1015).map(({ y }) => y);
    expect(Math.min(...right.slice(1).map((y, at) => y - right[at]!))).toBeGreaterThan(50);
  });
});

it('lies within the drawing where neighbours have neighbours', () => {
  const { all, height } = places([...out(8), { from: 'to 1', to: 'further' }]);
  expect(height).toBe(SIZE.height);
  expect(all.every(({ x, y }) => x >= 80 && x <= 1020 && y >= 26 && y <= 434)).toBe(true);
});

it.each([3, 12, 30, 60])('covers no box by another, also in a drawing of %i boxes', (count) => {
  for (const nth of [2, 3, 5]) {
    const edges = Array.from({ length: count - 1 }, (_, at) => ({
      from: `n${at + 1}`,
      to: at === 0 ? 'centre' : at % nth === 0 ? 'centre' : `n${Math.ceil(at / nth)}`,
    }));
    const { all, height } = places(edges);
    expect(all.length).toBe(count);
    const covered = all.flatMap((one, at) =>
      all.slice(at + 1).filter(({ x, y }) => Math.abs(x - one.x) < 150 && Math.abs(y - one.y) < 40),
    );
    expect(covered).toEqual([]);
    expect(all.every(({ x, y }) => x >= 75 && x <= 1025 && y >= 20 && y <= height - 20)).toBe(true);
  }
});
