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
  /** A line below the text. */
  readonly note?: string;
  readonly href?: string;
  /** What the box does when it is chosen, in place of leading to `href`. */
  readonly act?: { readonly says: string; readonly run: () => void };
  readonly isSubject?: boolean;
}

export const BOX = { width: 150, height: 40 } as const;

/** A box with the address and the name that it has, or with a text. */
export function Box({ node: { id, x, y, text, note, href, act, isSubject } }: { readonly node: DrawnNode }) {
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
