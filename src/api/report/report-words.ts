import type { BlockRange } from '../../domain/interval/block-range.js';
import { type Html, html } from '../../platform/html/html.js';

/** A number with commas: `25,000,034`. */
export const grouped = (number: number): string => String(number).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** A time: `2026-04-26 17:27:11 UTC`. @param seconds Unix time */
export const dated = (seconds: number): string =>
  `${new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')} UTC`;

/** A block with its time: `25,000,034 of 2026-04-26 17:27:11 UTC`. */
export const blockAndTime = ({ number, timestamp }: { number: number; timestamp: number }): string =>
  `${grouped(number)} of ${dated(timestamp)}`;

/** Ranges of blocks: `1 to 5 (5 blocks), 9 to 9 (1 block)`. */
export const ranges = (blocks: readonly BlockRange[]): string =>
  blocks
    .map(({ fromBlock, toBlock }) => {
      const count = toBlock - fromBlock + 1;
      return `${grouped(fromBlock)} to ${grouped(toBlock)} (${grouped(count)} ${count === 1 ? 'block' : 'blocks'})`;
    })
    .join(', ') || 'none';

const LONGEST = 300;

/** A value of a comparison or an argument of an event, as text. */
export function stated(value: unknown): string {
  if (value === true) return 'there is';
  if (value === undefined || value === null) return 'none';
  const text =
    typeof value !== 'object'
      ? String(value)
      : Array.isArray(value)
        ? value.map(stated).join(', ') || 'none'
        : 'binding' in value
          ? `an entry of ${String(value.binding)}`
          : JSON.stringify(value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} characters)` : text;
}

/** The three answers, as their mark and word. */
export const STATES = {
  proven: '● proven',
  not_proven: '○ not proven',
  undecided: '◐ cannot be said',
} as const;

/** What comes before a claim in a sentence, by answer. */
export const PREFIXES = {
  proven: '',
  not_proven: 'It is not proven that ',
  undecided: 'It cannot be said whether ',
} as const;

/** A row of a table of names and what they are. */
export const row = (
  name: string,
  says: Html,
): Html => html`<tr><th scope="row">${name}</th><td>${says}</td></tr>
`;
