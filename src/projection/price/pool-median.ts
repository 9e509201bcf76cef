import { compareRatios, type Ratio } from '../../kernel/amount/ratio.js';

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
 * The price that held for half of the time in which the pool was deep, lower half first: units of the quote for a unit of the token, smallest
 * units of both. Undefined unless the pool is known to have been as deep as `minimumReserve` for half of the period.
 *
 * Weighed by time, because observations can be made and time cannot: whoever trades twice in neighbouring blocks moves the price for one
 * slot of three hundred, in a pool where nobody else trades, too. A purchase deepens the pool as well: without the bound it would stand alone
 * in one that is otherwise shallow, and in one of which nothing else is known.
 *
 * @param states ascending; the first may have begun before the period.
 * @param from first second of the period.
 * @param end the second after its last.
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
