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
/** Half of a box, and space above it. */
const ABOVE = 26;
/** Leaves room for labels of two lines between two arrows. */
const ROW = 58;
/** Height that a box takes with the labels of its arrows where boxes lie anywhere. */
const HEIGHT_OF_A_BOX = 36;
/**
 * Boxes are wide and low. The simulation runs on a plane that is stretched until they are square, where circles around
 * them keep them apart: two boxes of 150 by 40 do not touch if their stretched centres are 2 RADIUS apart.
 */
const STRETCH = 3.75;
const RADIUS = 110;

/** Places for nodes so that edges do not lie on top of each other. The same graph gets the same places. */
export function placed(ids: readonly string[], edges: readonly Ends[], centre: string, size: Size): Places {
  const isStar = edges.every(({ from, to }) => from === centre || to === centre);
  if (isStar) return asStar(ids, edges, centre, size.width);
  const height = Math.max(size.height, ids.length * HEIGHT_OF_A_BOX);
  return { of: byForces(ids, edges, centre, { width: size.width, height }), height };
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
  const tall = height * STRETCH;
  const nodes: Placed[] = ids.map((id) => (id === centre ? { id, fx: width / 2, fy: tall / 2 } : { id }));
  // What the centre points to lies on the right, what points to it on the left.
  const side = (id: string): number => {
    if (edges.some((edge) => edge.from === centre && edge.to === id)) return 0.92;
    return edges.some((edge) => edge.to === centre && edge.from === id) ? 0.08 : 0.5;
  };
  const links = edges.map(({ from, to }) => ({ source: from, target: to }));
  const simulation = forceSimulation(nodes)
    .force(
      'link',
      forceLink<Placed, { source: string; target: string }>(links)
        .id(({ id }) => id)
        .distance(400),
    )
    .force('charge', forceManyBody().strength(-3000))
    .force('x', forceX<Placed>(({ id }) => width * side(id)).strength(0.25))
    .force('y', forceY(tall / 2).strength(0.02))
    .stop();
  for (let tick = 0; tick < TICKS; tick++) simulation.tick();
  // Then only the boxes and the frame push, until no box covers another.
  const apart = forceSimulation(nodes).force('collide', forceCollide(RADIUS).iterations(4)).stop();
  const within = (value: number, edge: number, size: number) => Math.min(size - edge, Math.max(edge, value));
  for (let tick = 0; tick < TICKS; tick++) {
    apart.tick();
    for (const node of nodes) {
      node.x = within(node.x!, SIDE, width);
      node.y = within(node.y!, ABOVE * STRETCH, tall);
    }
  }
  const across = filling(
    nodes.map(({ x }) => x!),
    SIDE,
    width - SIDE,
  );
  const down = filling(
    nodes.map(({ y }) => y! / STRETCH),
    ABOVE,
    height - ABOVE,
  );
  return new Map(nodes.map(({ id, x, y }) => [id, { x: across(x!), y: down(y! / STRETCH) }]));
}

/** Spreads values over the whole range, so that labels have room. It never brings two nearer to each other. */
function filling(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const scale = most > least ? Math.max(1, (to - from) / (most - least)) : 1;
  return (value) => Math.min(to, Math.max(from, from + (value - least) * scale));
}
