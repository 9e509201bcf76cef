import { type ReadValue, readerOf } from './json-value.js';

/** A column of an answer. */
export interface Column {
  readonly name: string;
  readonly dataTypeID: number;
}

type Row = Record<string, unknown>;

/** Reads rows of the same columns. */
export class RowShape {
  readonly #readers: readonly ReadValue[];
  readonly #values: unknown[];
  /** Generated, so that all rows have one shape and no name is looked up. */
  readonly #rowOf: (values: readonly unknown[]) => Row;

  constructor(columns: readonly Column[]) {
    this.#readers = columns.map(({ dataTypeID }) => readerOf(dataTypeID));
    this.#values = columns.map(() => null);
    const fields = columns.map(({ name }, at) => `${JSON.stringify(name)}: values[${at}]`);
    this.#rowOf = new Function('values', `return { ${fields.join(', ')} };`) as (
      values: readonly unknown[],
    ) => Row;
  }

  /** @param at of the number of columns */
  read(bytes: Buffer, at: number): Row {
    const readers = this.#readers;
    const values = this.#values;
    let start = at + 2;
    for (let column = 0; column < readers.length; column++) {
      const length = bytes.readInt32BE(start);
      start += 4;
      // -1 is null.
      values[column] = length < 0 ? null : readers[column]!(bytes, start, start + length);
      if (length > 0) start += length;
    }
    return this.#rowOf(values);
  }
}
