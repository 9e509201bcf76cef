import { type Ratio, toDouble } from '../../domain/amount/ratio.js';
import type { Address } from '../../domain/chain/hex.js';

/** An amount with the price of a whole unit. */
export interface PricedAmount {
  /** Address of the token; absent for ether. */
  readonly token?: Address;
  /** In the smallest unit. */
  readonly balance: bigint;
  readonly decimals: number;
  /** Dollars for a whole unit. */
  readonly price: Ratio;
}

/** A valued amount. */
export interface Valued<T extends PricedAmount> {
  readonly asset: T;
  readonly priceUsd: number;
  readonly valueUsd: number;
  /** Share of the total, 0 to 1. */
  readonly share: number;
}

export interface Valuation<T extends PricedAmount> {
  /** Amounts by descending value, then ether, then by address of the token. */
  readonly valued: readonly Valued<T>[];
  /** Absent where there is nothing to value. */
  readonly totalUsd?: number;
}

/**
 * Values are whole multiples of such a small part of a dollar that only what no double can express is lost.
 */
const SCALE = 10n ** 330n;

/**
 * Values amounts. Everything is exact until it is rounded to the nearest double, which takes some ten
 * microseconds.
 * @param count how many of the most valuable are listed; total and shares are of all
 */
export function valuation<T extends PricedAmount>(assets: readonly T[], count = assets.length): Valuation<T> {
  const scaled = assets.map((asset) => ({ asset, value: scaledValue(asset) })).sort(byValue);
  const total = scaled.reduce((sum, { value }) => sum + value, 0n);
  return {
    valued: scaled.slice(0, count).map(({ asset, value }) => ({
      asset,
      priceUsd: toDouble(asset.price),
      valueUsd: dollars(value),
      share: total === 0n ? 0 : toDouble({ numerator: value, denominator: total }),
    })),
    ...(scaled.length > 0 && { totalUsd: dollars(total) }),
  };
}

interface Scaled {
  readonly asset: PricedAmount;
  readonly value: bigint;
}

function scaledValue({ balance, decimals, price }: PricedAmount): bigint {
  return (balance * price.numerator * SCALE) / (10n ** BigInt(decimals) * price.denominator);
}

function dollars(value: bigint): number {
  return toDouble({ numerator: value, denominator: SCALE });
}

function byValue(one: Scaled, other: Scaled): number {
  if (one.value !== other.value) return one.value < other.value ? 1 : -1;
  const [first, second] = [one.asset.token ?? '', other.asset.token ?? ''];
  return first < second ? -1 : first > second ? 1 : 0;
}
