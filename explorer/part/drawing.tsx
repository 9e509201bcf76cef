import { addressRecord } from '../app/chain.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { checksummed, shortened } from '../text/address.js';
import { visible } from '../text/visible.js';
import { labelPlaces } from './label-places.js';
import { Wide } from './wide.js';

/** A box of a drawing, by its centre. */
export interface DrawnNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Shown in place of an address. */
  readonly text?: string;
  /** A line below the text. */
  readonly note?: string;
  readonly href?: string;
  /** What the box does when it is chosen, in place of leading to `href`. */
  readonly act?: { readonly says: string; readonly run: () => void };
  readonly isSubject?: boolean;
}

/** One thing that an arrow stands for. A text of two rows has a line break. */
interface DrawnLine {
  readonly text: string;
  readonly href: string;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  readonly lines: readonly DrawnLine[];
  /** Where the label is best on the way, from 0 to 1; in the middle when left out. */
  readonly labelAt?: number;
}

const BOX = { width: 150, height: 40 } as const;
const LETTER = 5.6;
const LINE = 14;
/** Part of its width to which a drawing shrinks where the page is narrow. */
const NARROW = 0.8;
/** Things that an arrow names at most. Its tooltip has all of them. */
const MOST_LINES = 4;

/** Boxes and arrows: text that can be read, printed and reached by keyboard. */
export function Drawing({
  nodes,
  edges,
  width,
  height,
  label,
}: {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
  readonly label: string;
}) {
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
    <Wide>
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing with links inside is a group */}
      <svg
        class="drawing"
        viewBox={`0 0 ${width} ${height}`}
        width={width * NARROW}
        role="group"
        aria-label={label}
      >
        <defs>
          <marker
            id="head"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="7"
            markerHeight="7"
            orient="auto"
          >
            <path d="M0 0 8 4 0 8z" class="arrow-head" />
          </marker>
        </defs>
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
    </Wide>
  );
}

function Box({ node: { id, x, y, text, note, href, act, isSubject } }: { readonly node: DrawnNode }) {
  const record = dataOf(
    useAnswer(async () => (text === undefined ? await addressRecord(id) : undefined), [id]),
  );
  const name = record?.name ?? record?.token.symbol;
  const isRisky = record?.nameStanding === 'danger';
  const upper = text ?? (name === undefined ? undefined : visible(name, 18));
  const lower = text === undefined ? shortened(checksummed(id)) : note;
  const whole = text === undefined ? checksummed(id) : [text, note].join(' ').trim();
  const box = (
    <>
      <title>{act ? `${whole}: ${act.says}` : whole}</title>
      <rect
        class="node-box"
        x={x - BOX.width / 2}
        y={y - BOX.height / 2}
        width={BOX.width}
        height={BOX.height}
        rx="3"
      />
      <text x={x} y={upper === undefined || lower === undefined ? y + 4 : y - 3} text-anchor="middle">
        {upper ?? lower}
      </text>
      {upper !== undefined && lower !== undefined && (
        <text class="arrow-text" x={x} y={y + 13} text-anchor="middle">
          {lower}
        </text>
      )}
    </>
  );
  const kind = `${isSubject ? 'subject ' : ''}${isRisky ? 'risky' : ''}`;
  if (href === undefined) return <g class={kind}>{box}</g>;
  const run = (event: Event) => {
    event.preventDefault();
    act?.run();
  };
  return (
    // One element before and after it was chosen, so that it keeps the focus.
    <a
      class={kind}
      href={href}
      role={act && 'button'}
      onClick={(event) => act && !event.ctrlKey && !event.metaKey && !event.shiftKey && run(event)}
      onKeyDown={(event) => act && event.key === ' ' && run(event)}
    >
      {box}
    </a>
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

function rowsOf({ lines }: DrawnEdge): readonly Row[] {
  const named = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines;
  const others = lines.slice(named.length).map(({ text }) => text);
  return [
    ...named.flatMap(({ text, href }) =>
      text.split('\n').map((row) => ({ row, line: text.replace('\n', ', '), href })),
    ),
    ...(others.length > 0 ? [{ row: `and ${others.length} more`, line: others.join('\n') }] : []),
  ];
}

const widthOf = (row: string): number => row.length * LETTER + 6;

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
