import { PRIMARY_KEYS, type Row, type TableName, type Tables } from './row.js';

/** A row as `pg` reads it: `bytea` as Buffer, `int8` and `numeric` as text. */
export type StoredRow = Readonly<Record<string, unknown>>;

/**
 * The first difference between expected and stored rows, in one short line; undefined if there is none.
 * Tables that are not in `stored` are not compared, and of rows only the expected columns.
 */
export function diffTables(
  expected: Tables,
  stored: Partial<Readonly<Record<TableName, readonly StoredRow[]>>>,
): string | undefined {
  for (const name of Object.keys(stored) as TableName[]) {
    const difference = diffTable(name, expected[name], stored[name]!);
    if (difference !== undefined) return difference;
  }
  return undefined;
}

function diffTable(
  name: TableName,
  expected: readonly Row[],
  stored: readonly StoredRow[],
): string | undefined {
  const keyOf = (row: StoredRow): string => PRIMARY_KEYS[name].map((column) => text(row[column])).join('/');
  const held = new Map(stored.map((row) => [keyOf(row), row]));
  if (held.size < stored.length) return `${name}: ${stored.length - held.size} duplicate rows`;
  for (const row of expected) {
    const key = keyOf(row);
    const found = held.get(key);
    if (!found) return `${name} ${key}: missing (${stored.length} rows stored, ${expected.length} expected)`;
    for (const [column, value] of Object.entries(row)) {
      if (!(column in found)) return `${name}: no column ${column}`;
      const [should, is] = [text(value), text(found[column])];
      if (should !== is) return `${name} ${key}: ${column} should be ${short(should)}, is ${short(is)}`;
    }
    held.delete(key);
  }
  const [surplus] = held.keys();
  return surplus === undefined
    ? undefined
    : `${name} ${surplus}: stored, but not on the chain (${held.size} such rows)`;
}

function text(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Buffer.isBuffer(value)) return `0x${value.toString('hex')}`;
  return Array.isArray(value) ? `[${value.map(text).join(' ')}]` : String(value);
}

const short = (value: string): string =>
  value.length > 90 ? `${value.slice(0, 80)}… (${value.length} characters)` : value;
