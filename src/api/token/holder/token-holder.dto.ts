import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import type { HolderRow } from '../../../projection/token/token-holders.reader.js';
import { AddressField, LongField, PositiveAmountField, ShareField } from '../../http/record/field.js';

@ApiSchema({ name: 'TokenHolder', description: 'A holder of a token.' })
export class TokenHolderDto {
  @AddressField('Address of the holder.')
  readonly holder!: Address;

  @PositiveAmountField('Amount in the smallest unit; of a collection the number of items.')
  readonly balance!: string;

  @ShareField('Its part of the sum of all positive balances.', 'the sum is not known')
  readonly share?: number;

  @LongField('Block of the last transfer in or out.', 'not known')
  readonly lastTransferBlock?: number;
}

/** The record of a holder. @param held what all holders have together. */
export function tokenHolderRecord(
  { holder, balance, lastTransfer }: HolderRow,
  held: string,
): TokenHolderDto {
  return { holder, balance, share: Number(balance) / Number(held), lastTransferBlock: lastTransfer };
}
