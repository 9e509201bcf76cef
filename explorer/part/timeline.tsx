import type { ClaimInterval } from '../claim/interval.js';
import { ticksOf } from '../text/ticks.js';

const WIDTH = 1000;
const HEIGHT = 16;
/** The least width of an interval, so that a single block is seen. */
const LEAST = 4;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** The place of a block between both ends, from 0 to 1000. */
export function placeOf(block: number, { from, to }: Span): number {
  return to <= from ? WIDTH : Math.min(WIDTH, Math.max(0, ((block - from) / (to - from)) * WIDTH));
}

/** The blocks in which a claim held, as a line that becomes a bar; hatched where blocks are missing. */
export function Bar({
  intervals,
  gaps,
  span,
  at,
  label,
  isRisk = false,
}: {
  readonly intervals: readonly Pick<ClaimInterval, 'startBlock' | 'endBlock'>[];
  readonly gaps: readonly { readonly fromBlock: number; readonly toBlock: number }[];
  readonly span: Span;
  readonly at: number;
  readonly label: string;
  readonly isRisk?: boolean;
}) {
  const box = (from: number, to: number) => {
    const x = placeOf(from, span);
    return { x: Math.min(x, WIDTH - LEAST), width: Math.max(LEAST, placeOf(to + 1, span) - x) };
  };
  return (
    <svg
      class="bar-line"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <line x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} class="bar-ground" />
      {ticksOf(span)
        .slice(1, -1)
        .map((tick) => (
          <line
            key={tick}
            x1={placeOf(tick, span)}
            x2={placeOf(tick, span)}
            y1="0"
            y2={HEIGHT}
            class="bar-tick"
          />
        ))}
      {gaps.map(({ fromBlock, toBlock }) => (
        <rect key={fromBlock} {...box(fromBlock, toBlock)} y="1" height={HEIGHT - 2} class="bar-gap" />
      ))}
      {intervals.map(({ startBlock, endBlock }) => (
        <rect
          key={startBlock}
          {...box(startBlock, endBlock ?? span.to)}
          y="4"
          height={HEIGHT - 8}
          class={endBlock !== undefined ? 'bar-over' : isRisk ? 'bar-risk' : 'bar-open'}
        />
      ))}
      <line x1={placeOf(at, span)} x2={placeOf(at, span)} y1="0" y2={HEIGHT} class="bar-at" />
    </svg>
  );
}
