import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';

interface Placed extends SimulationNodeDatum {
  readonly id: string;
}

interface Ends {
  readonly from: string;
  readonly to: string;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places of nodes, by their centres, and the height that they take. */
export interface Places {
  readonly of: ReadonlyMap<string, { readonly x: number; readonly y: number }>;
  readonly height: number;
}

const TICKS = 300;
/** Half of a box, and space at its side. */
const SIDE = 85;
/** Leaves room for labels of two lines between two arrows. */
const ROW = 58;

/** Places for nodes so that edges do not lie on top of each other. The same graph gets the same places. */
export function placed(ids: readonly string[], edges: readonly Ends[], centre: string, size: Size): Places {
  const isStar = edges.every(({ from, to }) => from === centre || to === centre);
  return isStar
    ? asStar(ids, edges, centre, size.width)
    : { of: byForces(ids, edges, centre, size), height: size.height };
}

/** Nodes that point to the centre in a column on its left, nodes that it points to on its right. */
function asStar(ids: readonly string[], edges: readonly Ends[], centre: string, width: number): Places {
  const right = ids.filter((id) => id !== centre && edges.some(({ to }) => to === id));
  const left = ids.filter((id) => id !== centre && !right.includes(id));
  const height = Math.max(2, left.length, right.length) * ROW + 24;
  const column = (column: readonly string[], x: number) =>
    column.map((id, at) => [id, { x, y: (height * (at + 1)) / (column.length + 1) }] as const);
  const middle = left.length === 0 ? SIDE : right.length === 0 ? width - SIDE : width / 2;
  return {
    of: new Map([
      [centre, { x: middle, y: height / 2 }],
      ...column(left, SIDE),
      ...column(right, width - SIDE),
    ]),
    height,
  };
}

function byForces(
  ids: readonly string[],
  edges: readonly Ends[],
  centre: string,
  { width, height }: Size,
): Places['of'] {
  const nodes: Placed[] = ids.map((id) => (id === centre ? { id, fx: width / 2, fy: height / 2 } : { id }));
  // What the centre points to lies on the right, what points to it on the left.
  const side = (id: string): number => {
    if (edges.some((edge) => edge.from === centre && edge.to === id)) return 0.84;
    return edges.some((edge) => edge.to === centre && edge.from === id) ? 0.16 : 0.5;
  };
  const links = edges.map(({ from, to }) => ({ source: from, target: to }));
  const simulation = forceSimulation(nodes)
    .force(
      'link',
      forceLink<Placed, { source: string; target: string }>(links)
        .id(({ id }) => id)
        .distance(300),
    )
    .force('charge', forceManyBody().strength(-1400))
    .force('x', forceX<Placed>(({ id }) => width * side(id)).strength(0.25))
    .force('y', forceY(height / 2).strength(0.08))
    .force('collide', forceCollide(95))
    .stop();
  for (let tick = 0; tick < TICKS; tick++) simulation.tick();
  const within = (value: number | undefined, edge: number, size: number) =>
    Math.min(size - edge, Math.max(edge, value ?? size / 2));
  return new Map(nodes.map(({ id, x, y }) => [id, { x: within(x, 80, width), y: within(y, 26, height) }]));
}
