/** A first character that spreadsheets take for the start of a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * Rows as RFC 4180 writes them. Texts of the chain must not run as formulas, so they get an apostrophe in
 * front.
 */
export function csv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  const text =
    typeof value === 'string' && FORMULA.test(value) && !/^-?\d+(\.\d+)?$/.test(value)
      ? `'${value}`
      : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
