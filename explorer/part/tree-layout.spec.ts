import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { inRows, treeOf } from './tree-layout.js';

const edge = (from: string, to: string) => ({ from, to });

describe('a graph as a tree', () => {
  it('has each node below the one that it is reached from, in either direction of the edge', () => {
    const rows = treeOf(['a', 'b', 'c', 'd'], [edge('a', 'b'), edge('c', 'b'), edge('d', 'a')]);
    expect(rows.map(({ id, level, parent }) => [id, level, parent])).toEqual([
      ['a', 0, undefined],
      ['b', 1, 'a'],
      ['c', 2, 'b'],
      ['d', 1, 'a'],
    ]);
  });

  it('names an edge that closes a circle at the lower of its ends', () => {
    const rows = treeOf(['a', 'b', 'c'], [edge('a', 'b'), edge('b', 'a'), edge('a', 'c'), edge('c', 'b')]);
    expect(rows[1]).toMatchObject({ id: 'b', edges: [edge('a', 'b'), edge('b', 'a')], others: [] });
    expect(rows[2]).toMatchObject({ id: 'c', edges: [edge('a', 'c')], others: [edge('c', 'b')] });
  });

  it('has every node and every edge between two nodes once, and no row above its parent', () => {
    const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
    const graph = fc.record({
      ids: fc.uniqueArray(id, { minLength: 1 }),
      edges: fc.uniqueArray(fc.record({ from: id, to: id }), {
        selector: ({ from, to }) => `${from} ${to}`,
      }),
    });
    fc.assert(
      fc.property(graph, ({ ids, edges }) => {
        const rows = treeOf(ids, edges);
        const order = rows.map((row) => row.id);
        expect([...order].sort()).toEqual([...ids].sort());
        expect(order[0]).toBe(ids[0]);
        const drawn = rows.flatMap((row) => [...row.edges, ...row.others]);
        const wanted = edges.filter(({ from, to }) => from !== to && ids.includes(from) && ids.includes(to));
        const named = ({ from, to }: { from: string; to: string }) => `${from} ${to}`;
        expect(drawn.map(named).sort()).toEqual(wanted.map(named).sort());
        for (const { id: own, parent, level, edges: between } of rows) {
          if (parent === undefined) expect([level, between]).toEqual([0, []]);
          else {
            expect(order.indexOf(parent)).toBeLessThan(order.indexOf(own));
            expect(level).toBe(rows[order.indexOf(parent)]!.level + 1);
            expect(between.length).toBeGreaterThan(0);
          }
        }
      }),
    );
  });
});

it('breaks a label between words', () => {
  expect(inRows('Owned by, since 25,000,034', 15)).toEqual(['Owned by, since', '25,000,034']);
  expect(inRows('Owned by, since 25,000,034', 50)).toEqual(['Owned by, since 25,000,034']);
  expect(inRows('0123456789 a', 4)).toEqual(['0123456789', 'a']);
});
