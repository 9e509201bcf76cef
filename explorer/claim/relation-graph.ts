import type { ClaimInterval } from './interval.js';

/** A relation with both its ends. */
export interface Edge extends ClaimInterval {
  readonly subject: string;
  readonly object: string;
}

/** The relations of one kind of an address that are not drawn one by one. */
interface Rest {
  readonly of: string;
  readonly attributeId: string;
  readonly count: number;
}

/** A box for an address, or for the rest of a kind. */
interface GraphBox {
  readonly id: string;
  readonly rest?: Rest;
}

/** An arrow between two boxes, with every relation that it stands for; none if one of the boxes is a rest. */
interface GraphArrow {
  readonly from: string;
  readonly to: string;
  readonly edges: readonly Edge[];
  readonly rest?: Rest;
}

export interface RelationGraph {
  /** The address in the middle is the first. */
  readonly boxes: readonly GraphBox[];
  readonly arrows: readonly GraphArrow[];
  /** Boxes that the drawing would need without its limit. */
  readonly wanted: number;
}

/** How many relations of a kind, in one direction, are drawn one by one. */
const OF_A_KIND = 12;
/** With more boxes, labels can no longer be read. */
export const MOST_BOXES = 60;

/** A relation that holds, once. */
export const edgeKey = ({ subject, attributeId, object }: Edge): string =>
  `${subject} ${attributeId} ${object}`;

/** What is drawn of relations around an address. @param opened the addresses whose relations are known, the first in the middle */
export function relationGraph(edges: readonly Edge[], opened: readonly string[]): RelationGraph {
  const arrows = new Map<string, GraphArrow>();
  const add = (arrow: GraphArrow) => {
    const key = `${arrow.from} ${arrow.to}`;
    const before = arrows.get(key);
    // Arrows between the same two boxes would lie on top of each other.
    arrows.set(key, before ? { ...before, edges: [...before.edges, ...arrow.edges] } : arrow);
  };
  for (const [key, group] of kindsOf(edges, opened)) {
    const isKnown = ({ subject, object }: Edge) => opened.includes(subject) && opened.includes(object);
    // Both ends are drawn anyway.
    const single = group.filter(isKnown);
    const others = group.filter((one) => !isKnown(one));
    for (const one of [...single, ...others.slice(0, OF_A_KIND)])
      add({ from: one.subject, to: one.object, edges: [one] });
    const count = others.length - OF_A_KIND;
    if (count <= 0) continue;
    const [of, attributeId, isOut] = key.split(' ') as [string, string, string];
    const [from, to] = isOut === 'true' ? [of, key] : [key, of];
    add({ from, to, edges: [], rest: { of, attributeId, count } });
  }
  const rests = new Map(
    [...arrows.values()].flatMap(({ from, to, rest }) =>
      rest ? [[rest.of === from ? to : from, rest] as const] : [],
    ),
  );
  const ids = [
    ...new Set([...opened.slice(0, 1), ...[...arrows.values()].flatMap(({ from, to }) => [from, to])]),
  ];
  const shown = new Set(ids.slice(0, MOST_BOXES));
  return {
    boxes: [...shown].map((id) => {
      const rest = rests.get(id);
      return { id, ...(rest && { rest }) };
    }),
    arrows: [...arrows.values()].filter(({ from, to }) => from !== to && shown.has(from) && shown.has(to)),
    wanted: ids.length,
  };
}

/** Relations by the opened address at one end, by kind and by direction, once each. */
function kindsOf(edges: readonly Edge[], opened: readonly string[]): ReadonlyMap<string, readonly Edge[]> {
  const kinds = new Map<string, Edge[]>();
  for (const edge of new Map(edges.map((one) => [edgeKey(one), one])).values()) {
    const of = opened.find((address) => address === edge.subject || address === edge.object) ?? edge.subject;
    const key = `${of} ${edge.attributeId} ${edge.subject === of}`;
    kinds.set(key, [...(kinds.get(key) ?? []), edge]);
  }
  return kinds;
}
