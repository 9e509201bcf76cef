import type { DrawnNode } from './box.js';

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

export interface DrawingProps {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly width: number;
  readonly height: number;
  /** What it shows, for whoever does not see it. */
  readonly label: string;
}

/** What is named at an arrow: one of its lines, or how many more there are. */
export interface NamedLine {
  readonly text: string;
  /** Everything that it stands for. */
  readonly whole: string;
  readonly href?: string;
}

/** Lines that an arrow names at most. A tooltip has the others. */
const MOST_LINES = 4;

export function namedLines({ lines }: DrawnEdge): readonly NamedLine[] {
  const named = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines;
  const others = lines.slice(named.length).map(({ text }) => text);
  return [
    ...named.map(({ text, href }) => ({ text, whole: text.replace('\n', ', '), href })),
    ...(others.length > 0 ? [{ text: `and ${others.length} more`, whole: others.join('\n') }] : []),
  ];
}

/** Width of a character of a label, at most. */
export const LETTER = 5.6;

export const widthOf = (row: string): number => row.length * LETTER + 6;
