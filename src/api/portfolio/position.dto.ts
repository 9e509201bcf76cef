import { ApiSchema } from '@nestjs/swagger';
import { chainText } from '../../domain/chain/codec/chain-text.js';
import type { Address } from '../../domain/chain/hex.js';
import { type PriceHour, SECONDS_PER_HOUR } from '../../projection/price/price.reader.js';
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
import { orAbsent } from '../http/record/or-absent.js';
import type { HeldAsset } from './held-assets.js';
import type { PricedAmount, Valued } from './valuation.js';

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
    'Whether the price may be an older one: that hour has no observed price of the asset, or none of the asset that it is quoted in, or missing blocks may hold a later price.',
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
  readonly token?: Address;
}

/** An asset that can be valued, with its metadata. */
export interface PricedAsset extends HeldAsset, PricedAmount {
  readonly isCarried: boolean;
  /** The bytes that the token declares, as `0x` hex. */
  readonly symbol: string | null;
}

/** Start of an hour, Unix seconds. */
export function hourStart({ hour }: PriceHour): number {
  return hour * SECONDS_PER_HOUR;
}

/** The record of one asset. */
export function positionRecord(
  { asset, priceUsd, valueUsd, share }: Valued<PricedAsset>,
  hour: PriceHour,
): PositionDto {
  return {
    kind: asset.token === undefined ? 'native' : 'token',
    decimals: asset.decimals,
    balance: String(asset.balance),
    priceUsd,
    priceHour: hourStart(hour),
    priceCarried: asset.isCarried,
    valueUsd,
    share,
    ...orAbsent('asOfBlock', asset.asOfBlock),
    ...orAbsent('symbol', asset.symbol && chainText(asset.symbol)),
    ...orAbsent('token', asset.token),
  };
}
