import { SHOWN_ROWS } from './shown-rows.js';

/** Characters of a text that are shown, and of one that is longer. */
const SHOWN_TEXT = 300;
const SHOWN_OF_LONGER = 200;

/** The same value for a reader: of long lists the first rows, of long texts the beginning, and how much is left out. */
export function abridged(value: unknown): unknown {
  if (typeof value === 'string') return abridgedText(value);
  if (Array.isArray(value)) return abridgedList(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, abridged(field)]));
}

function abridgedText(text: string): string {
  return text.length <= SHOWN_TEXT
    ? text
    : `${text.slice(0, SHOWN_OF_LONGER)}… (${text.length} characters, all in structuredContent)`;
}

function abridgedList(rows: readonly unknown[]): readonly unknown[] {
  const shown = rows.slice(0, SHOWN_ROWS).map(abridged);
  const left = rows.length - shown.length;
  return left > 0 ? [...shown, `… (${left} more in structuredContent)`] : shown;
}
