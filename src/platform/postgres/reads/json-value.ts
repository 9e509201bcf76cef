import { types } from 'pg';

/** Makes a value of the text that the server sent for it. It may write to these bytes. */
export type ReadValue = (bytes: Buffer, start: number, end: number) => unknown;

const ZERO = '0'.charCodeAt(0);
const MINUS = '-'.charCodeAt(0);
const TRUE = 't'.charCodeAt(0);

const text: ReadValue = (bytes, start, end) => bytes.toString('utf8', start, end);

/** Exact up to 2^53. */
const integer: ReadValue = (bytes, start, end) => {
  const isNegative = bytes[start] === MINUS;
  let value = 0;
  for (let at = isNegative ? start + 1 : start; at < end; at++) value = value * 10 + (bytes[at]! - ZERO);
  return isNegative ? -value : value;
};

const readers: Readonly<Record<number, ReadValue>> = {
  [types.builtins.BOOL]: (bytes, start) => bytes[start] === TRUE,
  [types.builtins.BYTEA]: (bytes, start, end) => {
    // `\x` becomes `0x`.
    bytes[start] = ZERO;
    return bytes.toString('latin1', start, end);
  },
  [types.builtins.INT8]: integer,
  [types.builtins.INT4]: integer,
  [types.builtins.INT2]: integer,
};

/** Reads values of a type as `JSON_READY` does, from bytes. */
export const readerOf = (oid: number): ReadValue => readers[oid] ?? text;
