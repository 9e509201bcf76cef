import type { TableSize } from './bench-database.js';

/** Bytes a transaction. Smaller tables are summed as one. */
const LEAST_SHOWN = 5;
const TARGET = 2200;

/** Prints how many bytes each table and each index takes for a transaction, and whether the target is met. */
export function printSizes(sizes: readonly TableSize[], transactions: number): void {
  const each = (bytes: number): number => Math.round(bytes / transactions);
  const indexBytes = ({ indexes }: TableSize): number =>
    Object.values(indexes).reduce((sum, bytes) => sum + bytes, 0);
  const total = (size: TableSize): number => size.rows + indexBytes(size);
  const shown = sizes.filter((size) => each(total(size)) >= LEAST_SHOWN);
  const others = sizes.filter((size) => !shown.includes(size));
  const all = sizes.reduce((sum, size) => sum + total(size), 0);
  console.log(`\nbytes a transaction, of ${Math.round(all / 1e6)} MB`);
  for (const size of shown) {
    const indexes = Object.entries(size.indexes).map(([name, bytes]) => `${name} ${each(bytes)}`);
    console.log(
      `${String(each(total(size))).padStart(6)} ${size.table}: rows ${each(size.rows)}, ${indexes.join(', ')}`,
    );
  }
  console.log(`${String(each(others.reduce((sum, size) => sum + total(size), 0))).padStart(6)} other tables`);
  console.log(
    `${each(all) <= TARGET ? 'met   ' : 'missed'} ${each(all)} bytes a transaction, at most ${TARGET}`,
  );
}
