import { checksummed, shortened } from '../text/address.js';
import { ArrowHead } from './arrow-head.js';
import { BOX, Box, type DrawnNode } from './box.js';
import {
  type DrawingProps,
  type DrawnEdge,
  LETTER,
  type NamedLine,
  namedLines,
  widthOf,
} from './drawn-edge.js';
import { inRows, type TreeRow, treeOf } from './tree-layout.js';

/** High enough to be hit with a finger. */
const LINE = 20;
const MARGIN = 10;
/** From a box to the line that leads down from it. */
const RAIL = 12;
const INDENT = 32;

interface PlacedLine extends NamedLine {
  readonly rows: readonly string[];
  readonly x: number;
  readonly y: number;
}

interface PlacedRow {
  readonly node: DrawnNode;
  readonly lines: readonly PlacedLine[];
  /** How it hangs on its parent; absent for a root. */
  readonly hangs?: {
    readonly x: number;
    readonly from: number;
    readonly isOut: boolean;
    readonly isIn: boolean;
  };
}

/** Boxes below one another as in a tree of folders, for a page that is too narrow for their places. */
export function TreeDrawing({ nodes, edges, label, room }: DrawingProps & { readonly room: number }) {
  const first = nodes.filter(({ isSubject }) => isSubject);
  const ids = [...first, ...nodes].map(({ id }) => id);
  const { rows, height } = placedRows(treeOf([...new Set(ids)], edges), nodes, room);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with links inside is a group
    <svg class="drawing" viewBox={`0 0 ${room} ${height}`} role="group" aria-label={label}>
      <ArrowHead />
      {rows.map(({ node, lines, hangs }) => (
        <g key={node.id}>
          {hangs && (
            <>
              <path class="arrow-line" d={`M${hangs.x} ${hangs.from}V${node.y}`} />
              <line
                class="arrow-line"
                x1={hangs.x}
                y1={node.y}
                x2={node.x - BOX.width / 2}
                y2={node.y}
                marker-start={hangs.isIn ? 'url(#head)' : undefined}
                marker-end={hangs.isOut ? 'url(#head)' : undefined}
              />
            </>
          )}
          {lines.map((line, at) => (
            <Line key={`${at}`} line={line} />
          ))}
          <Box node={node} />
        </g>
      ))}
    </svg>
  );
}

function Line({ line: { rows, whole, href, x, y } }: { readonly line: PlacedLine }) {
  const shown = (
    <>
      <title>{whole}</title>
      {rows.map((row, at) => (
        <g key={row}>
          <rect class="arrow-ground" x={x} y={y + LINE * at} width={widthOf(row)} height={LINE} />
          <text class="arrow-text" x={x + 3} y={y + LINE * at + 14}>
            {row}
          </text>
        </g>
      ))}
    </>
  );
  return href === undefined ? <g>{shown}</g> : <a href={href}>{shown}</a>;
}

function placedRows(
  tree: readonly TreeRow<DrawnEdge>[],
  nodes: readonly DrawnNode[],
  room: number,
): { readonly rows: readonly PlacedRow[]; readonly height: number } {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const deepest = Math.max(1, ...tree.map(({ level }) => level));
  const indent = Math.min(INDENT, (room - 2 * MARGIN - BOX.width) / deepest);
  const placed = new Map<string, { readonly x: number; readonly bottom: number }>();
  let y = MARGIN;
  const rows = tree.map(({ id, level, parent, edges, others }): PlacedRow => {
    const left = MARGIN + level * indent;
    const lines: PlacedLine[] = [];
    const add = (line: NamedLine, text: string, x: number) => {
      const most = Math.floor((room - MARGIN - x - 6) / LETTER);
      const all = inRows(text.replace('\n', ', '), most);
      lines.push({ ...line, rows: all, x, y });
      y += all.length * LINE;
    };
    const isOut = edges.some(({ from }) => from === parent);
    const isIn = edges.some(({ to }) => to === parent);
    for (const edge of edges)
      for (const line of namedLines(edge)) {
        const way = !(isOut && isIn) ? '' : edge.from === parent ? '→ ' : '← ';
        add(line, way + line.text, left);
      }
    const box = { ...byId.get(id)!, x: left + BOX.width / 2, y: y + BOX.height / 2 };
    y += BOX.height;
    const bottom = y;
    for (const edge of others) {
      const [way, end] = edge.from === id ? ['→', edge.to] : ['←', edge.from];
      const name = byId.get(end)!.text ?? shortened(checksummed(end));
      for (const line of namedLines(edge)) add(line, `${way} ${name}: ${line.text}`, left + indent);
    }
    y += MARGIN;
    const above = parent === undefined ? undefined : placed.get(parent)!;
    placed.set(id, { x: left, bottom });
    return {
      node: box,
      lines,
      ...(above && { hangs: { x: above.x + Math.min(RAIL, indent / 2), from: above.bottom, isOut, isIn } }),
    };
  });
  return { rows, height: y };
}
