import { SHOWN_ROWS } from './shown-rows.js';

/** Characters of a short text that are shown, and of a longer one. */
const SHOWN_TEXT = 300;
const SHOWN_OF_LONGER = 200;

/**
 * A value abridged for a reader: the first rows of long lists, the beginning of long texts, and how much is
 * left out.
 */
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
