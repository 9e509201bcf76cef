import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import type { TokenRow } from '../../projection/token/token.reader.js';
import { declaredFields } from './declared-fields.js';
import type { TokenDto } from './token.dto.js';

/** The record of a token. */
export function tokenRecord(address: string, row: TokenRow): TokenDto {
  return {
    chainId: CHAIN_ID,
    address,
    standard: row.standard,
    transferCount: row.transfers,
    ...declaredFields(row),
    holderCount: row.holdersEver,
  };
}
