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

const TICKS = 300;

/** Places for nodes so that edges do not lie on top of each other. The same graph gets the same places. */
export function placed(
  ids: readonly string[],
  edges: readonly { readonly from: string; readonly to: string }[],
  centre: string,
  { width, height }: { readonly width: number; readonly height: number },
): ReadonlyMap<string, { readonly x: number; readonly y: number }> {
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
