import { describe, expect, it } from '@jest/globals';
import { type Edge, MOST_BOXES, relationGraph } from './relation-graph.js';

const edge = (subject: string, attributeId: string, object: string): Edge => ({
  subject,
  attributeId,
  object,
  startBlock: 1,
});
const created = (by: string, count: number): readonly Edge[] =>
  Array.from({ length: count }, (_, at) => edge(`${by}${at}`, 'relation:created_by', by));
const ids = ({ boxes }: ReturnType<typeof relationGraph>) => boxes.map(({ id }) => id);

describe('the graph of relations', () => {
  it('draws twelve of a kind, and one box for the others with their number', () => {
    const { boxes, arrows, wanted } = relationGraph(created('a', 49), ['a']);
    expect(boxes.length).toBe(14);
    expect(wanted).toBe(14);
    const rest = boxes.find((box) => box.rest !== undefined)!;
    expect(rest.rest).toEqual({ of: 'a', attributeId: 'relation:created_by', count: 37 });
    expect(arrows.find(({ from }) => from === rest.id)).toMatchObject({ to: 'a', edges: [] });
    expect(relationGraph(created('a', 12), ['a']).boxes.some((box) => box.rest)).toBe(false);
  });

  it('counts each direction of a kind by itself', () => {
    const both = [
      ...created('a', 13),
      ...created('a', 13).map((one) => edge('a', one.attributeId, `x${one.subject}`)),
    ];
    expect(relationGraph(both, ['a']).boxes.flatMap(({ rest }) => rest?.count ?? [])).toEqual([1, 1]);
  });

  it('draws what lies between two opened addresses whatever the number of its kind', () => {
    const edges = [...created('a', 30), ...created('a29', 20)];
    const { arrows } = relationGraph(edges, ['a', 'a29']);
    expect(arrows).toContainEqual(expect.objectContaining({ from: 'a29', to: 'a' }));
  });

  it('has one arrow with every relation from one address to another', () => {
    const edges = [edge('a', 'relation:x', 'b'), edge('a', 'relation:y', 'b'), edge('b', 'relation:x', 'a')];
    const { arrows } = relationGraph([...edges, edges[0]!], ['a']);
    expect(arrows.map(({ from, edges }) => [from, edges.length])).toEqual([
      ['a', 2],
      ['b', 1],
    ]);
  });

  it('stops at its limit, and keeps the address in the middle and no arrow to nowhere', () => {
    const edges = Array.from({ length: 80 }, (_, at) => edge(`n${at}`, `relation:${at}`, 'a'));
    const graph = relationGraph(edges, ['a']);
    expect([graph.boxes.length, graph.wanted, ids(graph)[0]]).toEqual([MOST_BOXES, 81, 'a']);
    expect(graph.arrows.every(({ from, to }) => ids(graph).includes(from) && ids(graph).includes(to))).toBe(
      true,
    );
  });

  it('draws no arrow from an address to itself', () => {
    expect(relationGraph([edge('a', 'relation:x', 'a')], ['a'])).toEqual({
      boxes: [{ id: 'a' }],
      arrows: [],
      wanted: 1,
    });
  });
});
