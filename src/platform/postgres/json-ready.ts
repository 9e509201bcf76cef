import { types } from 'pg';

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.BOOL]: (text) => text === 't',
  [types.builtins.BYTEA]: (text) => `0x${text.slice(2)}`,
  [types.builtins.INT8]: Number,
  [types.builtins.INT4]: Number,
  [types.builtins.INT2]: Number,
};

/**
 * How values of rows become values for JSON: `bytea` as lower-case `0x` hex, integers as numbers (`int8`
 * columns hold at most 2^53-1), booleans as such, everything else, `numeric` and arrays of `bytea` included,
 * as PostgreSQL's own text.
 */
export const JSON_READY = {
  getTypeParser: (oid: number) => parsers[oid] ?? ((text: string) => text),
} as typeof types;
