import { compareRatios, type Ratio } from '../../domain/amount/ratio.js';

/** The reserves of a pool from second `since` on. */
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
 * The median of a pool's price, weighted by the time for which each price held while the pool was deep; of
 * two possible values the lower one. In units of the quote per unit of the token, smallest units of both.
 * Undefined unless the pool is known to have been as deep as `minimumReserve` for half of the interval.
 *
 * Time is the weight, because anybody can make observations but nobody can make time: two trades in
 * neighbouring blocks move the price for one slot of three hundred, even in a pool without other trades. A
 * purchase deepens a pool as well. Without the bound on time, it alone would count in a pool that is
 * otherwise shallow or unknown.
 *
 * @param states ascending; the first may have begun before the interval
 * @param from first second of the interval
 * @param end first second after the interval
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
