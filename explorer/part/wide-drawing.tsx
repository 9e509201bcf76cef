import { ArrowHead } from './arrow-head.js';
import { BOX, Box, type DrawnNode } from './box.js';
import { type DrawingProps, type DrawnEdge, namedLines, widthOf } from './drawn-edge.js';
import { labelPlaces } from './label-places.js';

const LINE = 14;

/** Boxes at their places, with arrows between them. */
export function WideDrawing({ nodes, edges, width, height, label }: DrawingProps) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const arrows = edges.flatMap((edge) => {
    const [from, to] = [byId.get(edge.from), byId.get(edge.to)];
    if (!from || !to || from === to) return [];
    return [{ edge, start: border(from, to), end: border(to, from), rows: rowsOf(edge) }];
  });
  const labels = labelPlaces(
    arrows.map(({ edge: { labelAt = 0.5 }, start, end, rows }) => ({
      start,
      end,
      at: labelAt,
      width: Math.max(...rows.map(({ row }) => widthOf(row))),
      height: rows.length * LINE,
    })),
    nodes.map((node) => ({ ...node, ...BOX })),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with links inside is a group
    <svg class="drawing" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <ArrowHead />
      {arrows.map(({ edge, start, end }) => (
        <line
          key={`${edge.from} ${edge.to}`}
          class="arrow-line"
          x1={start.x}
          y1={start.y}
          x2={end.x}
          y2={end.y}
          marker-end="url(#head)"
        />
      ))}
      {arrows.map(({ edge, rows }, at) => (
        <Label key={`${edge.from} ${edge.to}`} rows={rows} place={labels[at]!} />
      ))}
      {nodes.map((node) => (
        <Box key={node.id} node={node} />
      ))}
    </svg>
  );
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A row of a label, and the line that it belongs to. */
interface Row {
  readonly row: string;
  readonly line: string;
  readonly href?: string;
}

const rowsOf = (edge: DrawnEdge): readonly Row[] =>
  namedLines(edge).flatMap(({ text, whole, href }) =>
    text.split('\n').map((row) => ({ row, line: whole, ...(href !== undefined && { href }) })),
  );

function Label({ rows, place }: { readonly rows: readonly Row[]; readonly place: Point }) {
  const top = place.y - (rows.length * LINE) / 2;
  const lines = new Map(rows.map(({ line, href }) => [line, href]));
  return (
    <g>
      {[...lines].map(([line, href]) => {
        const shown = (
          <>
            <title>{line}</title>
            {rows.map((one, at) =>
              one.line === line ? (
                <LabelRow key={one.row} row={one.row} x={place.x} y={top + LINE * at} />
              ) : null,
            )}
          </>
        );
        return href === undefined ? (
          <g key={line}>{shown}</g>
        ) : (
          <a key={line} href={href}>
            {shown}
          </a>
        );
      })}
    </g>
  );
}

function LabelRow({ row, x, y }: Point & { readonly row: string }) {
  const width = widthOf(row);
  return (
    <>
      <rect class="arrow-ground" x={x - width / 2} y={y} width={width} height={LINE} />
      <text class="arrow-text" x={x} y={y + 11} text-anchor="middle">
        {row}
      </text>
    </>
  );
}

/** Where a line to another box leaves a box. */
function border(box: DrawnNode, other: DrawnNode): Point {
  const [dx, dy] = [other.x - box.x, other.y - box.y];
  if (dx === 0 && dy === 0) return box;
  const scale = Math.min(BOX.width / 2 / Math.abs(dx || 1e-9), BOX.height / 2 / Math.abs(dy || 1e-9));
  return { x: box.x + dx * scale, y: box.y + dy * scale };
}
