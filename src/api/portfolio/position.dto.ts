import { ApiSchema } from '@nestjs/swagger';
import {
  AddressField,
  AmountField,
  ChoiceField,
  CountField,
  FlagField,
  LongField,
  RateField,
  TextField,
} from '../http/record/field.js';

const KINDS = ['native', 'token'] as const;

@ApiSchema({ name: 'Position', description: 'One asset and what it is worth.' })
export class PositionDto {
  @ChoiceField(KINDS, '`native`: ether.')
  readonly kind!: (typeof KINDS)[number];

  @CountField('Decimals of the amount.')
  readonly decimals!: number;

  @AmountField('Amount in the smallest unit.')
  readonly balance!: string;

  @RateField('Dollars for a whole unit in that hour.')
  readonly priceUsd!: number;

  @LongField('Start of the UTC hour of the price, Unix seconds.')
  readonly priceHour!: number;

  @FlagField(
    'There is no observed price in that hour, or none of its quote asset: the latest earlier one is taken.',
  )
  readonly priceCarried!: boolean;

  @RateField('`balance / 10^decimals * priceUsd`.')
  readonly valueUsd!: number;

  @RateField('`valueUsd / totalUsd`; 0 where the total is.')
  readonly share!: number;

  @LongField('Block in which the balance was last written.', 'ether in the current view')
  readonly asOfBlock?: number;

  @TextField('Symbol it declares itself: a claim, not an identity. `ETH` for ether.', 'none declared')
  readonly symbol?: string;

  @AddressField('Contract of the token.', 'ether')
  readonly token?: string;
}
