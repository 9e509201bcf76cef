import { ApiSchema } from '@nestjs/swagger';
import type { Address } from '../../domain/chain/hex.js';
import { BalanceWindowDto } from '../balance/balance-window.dto.js';
import {
  AddressField,
  ChoiceField,
  LongField,
  RateField,
  RecordField,
  RecordListField,
} from '../http/record/field.js';
import { PositionDto } from './position.dto.js';

const PRICE_BASES = ['latest_hour', 'hour_of_block'] as const;

@ApiSchema({
  name: 'Portfolio',
  description: 'Ether and covered tokens of one address, in dollars.',
})
export class PortfolioDto {
  @AddressField('The holder.')
  readonly address!: Address;

  @RecordField(() => BalanceWindowDto, 'Which state the balances are of.')
  readonly window!: BalanceWindowDto;

  @ChoiceField(['contract_storage'], 'What the balances are taken from.')
  readonly balanceBasis!: 'contract_storage';

  @ChoiceField(
    PRICE_BASES,
    '`latest_hour`: the last hour that is over; `hour_of_block`: the hour of the block asked for, up to that block.',
  )
  readonly priceBasis!: (typeof PRICE_BASES)[number];

  @LongField('Assets held that could be valued.')
  readonly pricedCount!: number;

  @LongField('Assets without a price or without decimals, which are in neither list nor total.')
  readonly hiddenCount!: number;

  @RecordListField(() => PositionDto, 'Highest value first, then ether, then by address of the token.', 200)
  readonly positions!: readonly PositionDto[];

  @LongField(
    'Number of tokens whose balances are known. Other tokens are absent, which does not mean zero; so is a token whose code takes more work than one request may.',
    'a token may be missing from the list: the address moved or may hold more tokens than are looked at, or the code of one that it moved is not known',
  )
  readonly coveredTokenCount?: number;

  @LongField('Start of the UTC hour of the prices, Unix seconds.', '`priceBasis` is `latest_hour`')
  readonly priceHour?: number;

  @RateField('Dollars of all assets that could be valued, listed or not.', 'none could be valued')
  readonly totalUsd?: number;
}
