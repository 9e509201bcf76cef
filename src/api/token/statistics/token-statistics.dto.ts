import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { TOKEN_STANDARDS, type TokenStandard } from '../../../domain/token/token-standard.js';
import type { TokenStatisticsRow } from '../../../projection/token/token-statistics.reader.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  ChoiceField,
  LongField,
  RecordListField,
} from '../../http/record/field.js';
import { orAbsent } from '../../http/record/or-absent.js';
import { TokenActivityWindowDto } from './token-activity-window.dto.js';

@ApiSchema({
  name: 'TokenStatistics',
  description: 'Activity of a token in all its time, by its transfer events.',
})
export class TokenStatisticsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: Address;

  @ChoiceField(TOKEN_STANDARDS, 'Standard of its transfer events, whatever the contract declares.')
  readonly standard!: TokenStandard;

  @LongField('Transfer events of all time; a batch is one.')
  readonly transferCount!: number;

  @LongField('Block of the first transfer.')
  readonly firstTransferBlock!: number;

  @LongField('Block of the last transfer.')
  readonly lastTransferBlock!: number;

  @RecordListField(() => TokenActivityWindowDto, 'The shortest first.', 3)
  readonly windows!: readonly TokenActivityWindowDto[];

  @LongField('Addresses that ever held the token; not the number of current holders.', 'not known')
  readonly holderCount?: number;

  @LongField('Addresses that received more than they sent.', 'not known')
  readonly currentHolderCount?: number;

  @LongField('Transfers from the zero address.', 'not known')
  readonly mintCount?: number;

  @LongField('Transfers to the zero address.', 'not known')
  readonly burnCount?: number;

  @AmountField('Sum of what was minted, in the smallest unit.', 'the standard carries no amount')
  readonly mintedAmount?: string;

  @AmountField('Sum of what was burnt, in the smallest unit.', 'the standard carries no amount')
  readonly burnedAmount?: string;
}

/** The record of what a token did. */
export function tokenStatisticsRecord(address: Address, row: TokenStatisticsRow): TokenStatisticsDto {
  return {
    chainId: CHAIN_ID,
    address,
    standard: row.standard,
    transferCount: row.transfers,
    firstTransferBlock: row.firstTransfer,
    lastTransferBlock: row.lastTransfer,
    windows: row.windows,
    holderCount: row.holdersEver,
    currentHolderCount: row.holders,
    mintCount: row.mints,
    burnCount: row.burns,
    ...orAbsent('mintedAmount', row.minted),
    ...orAbsent('burnedAmount', row.burned),
  };
}
