import { chainText } from '../../domain/chain/codec/chain-text.js';
import { type PriceHour, SECONDS_PER_HOUR } from '../../projection/price/price.reader.js';
import { orAbsent } from '../http/record/or-absent.js';
import type { HeldAsset } from './held-assets.js';
import type { PositionDto } from './position.dto.js';
import type { PricedAmount, Valued } from './valuation.js';

/** An asset that can be valued, with what is shown of it. */
export interface PricedAsset extends HeldAsset, PricedAmount {
  readonly isCarried: boolean;
  /** `0x` hex of the bytes it declares. */
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
