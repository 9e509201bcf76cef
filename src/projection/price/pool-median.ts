import { compareRatios, type Ratio } from '../../domain/amount/ratio.js';

/** The reserves of a pool from one second on. */
export interface PoolState {
  /** Unix seconds. */
  readonly since: number;
  /** The second at which the reserves changed or became unknown. */
  readonly until: number;
  /** Smallest units. */
  readonly quoteReserve: bigint;
  readonly tokenReserve: bigint;
}

interface WeighedPrice {
  readonly price: Ratio;
  readonly seconds: number;
}

/**
 * The price that held for half of the time in which the pool was deep, lower half first: units of the quote for a unit of the token,
 * smallest units of both. Undefined unless the pool is known to have been as deep as `minimumReserve` for half of the interval.
 *
 * Weighted by time, because observations can be made and time cannot: two trades in neighbouring blocks move the price for one slot of
 * three hundred, even in a pool without other trades. A purchase deepens the pool as well: without the bound it would count alone in a pool
 * that is otherwise shallow or unknown.
 *
 * @param states ascending; the first may have begun before the interval
 * @param from first second of the interval
 * @param end the second after its last
 */
export function medianPrice(
  states: readonly PoolState[],
  minimumReserve: bigint,
  from: number,
  end: number,
): Ratio | undefined {
  const weighed = states.flatMap(({ since, until, quoteReserve, tokenReserve }): WeighedPrice[] => {
    const seconds = Math.min(until, end) - Math.max(since, from);
    const isDeep = quoteReserve >= minimumReserve && tokenReserve > 0n;
    return isDeep && seconds > 0
      ? [{ price: { numerator: quoteReserve, denominator: tokenReserve }, seconds }]
      : [];
  });
  const deepSeconds = weighed.reduce((sum, { seconds }) => sum + seconds, 0);
  if (deepSeconds < (end - from) / 2) return undefined;
  weighed.sort((one, other) => compareRatios(one.price, other.price));
  let passed = 0;
  return weighed.find(({ seconds }) => {
    passed += seconds;
    return passed >= deepSeconds / 2;
  })?.price;
}
