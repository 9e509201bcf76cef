import type { ComponentChildren } from 'preact';
import { csv } from '../text/csv.js';

/**
 * A table that scrolls by itself where it is wider than the page. On a phone the cells of a row are one below the other,
 * each but the first with the title of its column, which `bare` leaves out; rows of class `reads` are sentences there.
 * @param head titles; those of numbers begin with `#`
 */
export function Table({
  label,
  head,
  children,
  class: name = 'cells',
}: {
  readonly label: string;
  readonly head: readonly string[];
  readonly children: ComponentChildren;
  readonly class?: string;
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="scroll" aria-label={`${label}: a table`} tabIndex={0}>
      <table class={name} style={labels(head)}>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col" class={title.startsWith('#') ? 'number' : undefined}>
                {shown(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}

const shown = (title: string): string => title.replace(/^#/, '');

const labels = (head: readonly string[]): Record<string, string> =>
  Object.fromEntries(head.map((title, at) => [`--c${at + 1}`, JSON.stringify(shown(title))]));

/** A button that saves rows as CSV. They are made when it is pressed. */
export function SaveCsv({
  name,
  rows,
}: {
  readonly name: string;
  readonly rows: () => readonly (readonly (string | number)[])[];
}) {
  return (
    <button type="button" class="small" onClick={() => save(`${name}.csv`, csv(rows()), 'text/csv')}>
      Save as CSV
    </button>
  );
}

/** Saves a file from the page. */
export function save(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
