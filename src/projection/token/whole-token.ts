import type { MissingRow } from '../../domain/refusal/not-covered.js';
import type { HolderSums } from './holdings.js';
import type { TokenColumns } from './token-columns.js';

/** A row of `whole_token (address, first_block)`. */
export interface WholeTokenColumns extends TokenColumns, HolderSums, MissingRow {
  /** Null where the address is not a token. */
  readonly transfers: number | null;
}

export type WholeToken<Row extends WholeTokenColumns> = Row & { readonly transfers: number };

/** Whether the token is known since its deployment and has a transfer. */
export function isWhole<Row extends WholeTokenColumns>(row: Row): row is WholeToken<Row> {
  return row.fromBlock === null && row.transfers !== null && row.transfers > 0;
}
