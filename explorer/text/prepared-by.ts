import { visible } from './visible.js';

/** The cell on the cover of a report that the service leaves empty. */
const CELL = '<td id="prepared-by">';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** The document of a report with the name of whoever prepared it, which only the reader's browser knows. */
export function preparedBy(document: string, name: string): string {
  const text = visible(name.trim(), 100).replace(/[&<>]/g, (character) => ENTITIES[character]!);
  return document.replace(`${CELL}</td>`, () => `${CELL}${text}</td>`);
}
