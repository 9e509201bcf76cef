import type { Address } from '../../domain/chain/hex.js';
import { type Movement, type MovementColumns, movement } from './movement.js';
import { type DescribedToken, describedToken, type TokenColumns } from './token-columns.js';

/** A movement of a token, with the standard of the token and what it declares. */
export interface TokenTransferRow {
  readonly token: Address;
  readonly movement: Movement;
  readonly described: DescribedToken;
}

/** Columns of a token transfer. */
export type TokenTransferColumns = MovementColumns & TokenColumns & Pick<TokenTransferRow, 'token'>;

export const tokenTransferRow = (row: TokenTransferColumns): TokenTransferRow => ({
  token: row.token,
  movement: movement(row, row),
  described: describedToken(row),
});
