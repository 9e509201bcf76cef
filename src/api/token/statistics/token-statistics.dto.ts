import { ApiSchema } from '@nestjs/swagger';
import { TOKEN_STANDARDS, type TokenStandard } from '../../../domain/token/token-standard.js';
import {
  AddressField,
  AmountField,
  ChainIdField,
  ChoiceField,
  LongField,
  RecordListField,
} from '../../http/record/field.js';
import { TokenActivityWindowDto } from './token-activity-window.dto.js';

@ApiSchema({
  name: 'TokenStatistics',
  description: 'What a token did in all its time, by its transfer events.',
})
export class TokenStatisticsDto {
  @ChainIdField('Always 1.')
  readonly chainId!: number;

  @AddressField('The contract.')
  readonly address!: string;

  @ChoiceField(TOKEN_STANDARDS, 'Standard that its events settle, whatever it declares.')
  readonly standard!: TokenStandard;

  @LongField('Transfer events of all time; a batch is one.')
  readonly transferCount!: number;

  @LongField('Block of the first transfer.')
  readonly firstTransferBlock!: number;

  @LongField('Block of the last transfer.')
  readonly lastTransferBlock!: number;

  @RecordListField(() => TokenActivityWindowDto, 'The shortest first.', 3)
  readonly windows!: readonly TokenActivityWindowDto[];

  @LongField('Addresses that ever held it; not those that do now.', 'not known')
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
