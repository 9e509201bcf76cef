import type { HolderRow } from '../../../projection/token/token-holders.reader.js';
import type { TokenHolderDto } from './token-holder.dto.js';

/** The record of a holder. @param held what all holders have together. */
export function tokenHolderRecord(
  { holder, balance, lastTransfer }: HolderRow,
  held: string,
): TokenHolderDto {
  return { holder, balance, share: Number(balance) / Number(held), lastTransferBlock: lastTransfer };
}
