import { addressRecord } from '../app/chain.js';
import { dataOf, useAnswer } from '../app/use-answer.js';
import { checksummed, shortened } from '../text/address.js';
import { visible } from '../text/visible.js';

/** A box of a drawing, by its centre. */
export interface DrawnNode {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Shown in place of an address. */
  readonly text?: string;
  readonly href?: string;
  readonly isSubject?: boolean;
}

export interface DrawnEdge {
  readonly from: string;
  readonly to: string;
  /** A line for each thing that the arrow stands for. */
  readonly label: string;
  readonly href: string;
  /** Where the label is on the way, from 0 to 1; in the middle when left out. */
  readonly labelAt?: number;
}

const BOX = { width: 150, height: 40 } as const;
const LETTER = 6.2;
const LINE = 14;
/** Part of its width to which a drawing shrinks where the page is narrow. */
const NARROW = 0.8;
/** Lines of a label at most. The title has all of them. */
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
  return (
    // biome-ignore lint/a11y/useSemanticElements: a drawing with links inside is a group
    <svg
      class="drawing"
      viewBox={`0 0 ${width} ${height}`}
      width={width * NARROW}
      role="group"
      aria-label={label}
    >
      <defs>
        <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0 8 4 0 8z" class="arrow-head" />
        </marker>
      </defs>
      {edges.map((edge) => (
        <Arrow
          key={`${edge.from} ${edge.to} ${edge.label}`}
          edge={edge}
          from={byId.get(edge.from)}
          to={byId.get(edge.to)}
        />
      ))}
      {nodes.map((node) => (
        <Box key={node.id} node={node} />
      ))}
    </svg>
  );
}

function Box({ node: { id, x, y, text, href, isSubject } }: { readonly node: DrawnNode }) {
  const record = dataOf(
    useAnswer(async () => (text === undefined ? await addressRecord(id) : undefined), [id]),
  );
  const name = record?.name ?? record?.token.symbol;
  const isRisky = record?.nameStanding === 'danger';
  const box = (
    <>
      <title>{text ?? checksummed(id)}</title>
      <rect
        class="node-box"
        x={x - BOX.width / 2}
        y={y - BOX.height / 2}
        width={BOX.width}
        height={BOX.height}
        rx="3"
      />
      <text x={x} y={name === undefined ? y + 4 : y - 3} text-anchor="middle">
        {text ?? (name === undefined ? shortened(checksummed(id)) : visible(name, 18))}
      </text>
      {name !== undefined && text === undefined && (
        <text class="arrow-text" x={x} y={y + 13} text-anchor="middle">
          {shortened(checksummed(id))}
        </text>
      )}
    </>
  );
  const name_ = `${isSubject ? 'subject ' : ''}${isRisky ? 'risky' : ''}`;
  return href === undefined ? (
    <g class={name_}>{box}</g>
  ) : (
    <a class={name_} href={href}>
      {box}
    </a>
  );
}

function Arrow({
  edge,
  from,
  to,
}: {
  readonly edge: DrawnEdge;
  readonly from: DrawnNode | undefined;
  readonly to: DrawnNode | undefined;
}) {
  if (!from || !to || from === to) return null;
  const start = border(from, to);
  const end = border(to, from);
  const { labelAt = 0.5 } = edge;
  const [x, y] = [start.x + (end.x - start.x) * labelAt, start.y + (end.y - start.y) * labelAt];
  const lines = edge.label.split('\n');
  const shown =
    lines.length > MOST_LINES
      ? [...lines.slice(0, MOST_LINES - 1), `and ${lines.length - MOST_LINES + 1} more`]
      : lines;
  const width = Math.max(...shown.map(({ length }) => length)) * LETTER + 6;
  const top = y - (shown.length * LINE) / 2;
  return (
    <g>
      <line class="arrow-line" x1={start.x} y1={start.y} x2={end.x} y2={end.y} marker-end="url(#head)" />
      <a href={edge.href}>
        <title>{edge.label}</title>
        <rect class="arrow-ground" x={x - width / 2} y={top} width={width} height={shown.length * LINE} />
        <text class="arrow-text" text-anchor="middle">
          {shown.map((line, at) => (
            <tspan key={line} x={x} y={top + LINE * at + 11}>
              {line}
            </tspan>
          ))}
        </text>
      </a>
    </g>
  );
}

/** Where a line to another box leaves a box. */
function border(box: DrawnNode, other: DrawnNode): { readonly x: number; readonly y: number } {
  const [dx, dy] = [other.x - box.x, other.y - box.y];
  if (dx === 0 && dy === 0) return box;
  const scale = Math.min(BOX.width / 2 / Math.abs(dx || 1e-9), BOX.height / 2 / Math.abs(dy || 1e-9));
  return { x: box.x + dx * scale, y: box.y + dy * scale };
}
