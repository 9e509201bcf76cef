import { compareRatios, type Ratio } from '../../kernel/amount/ratio.js';

/** What a pool held from one moment on. */
export interface PoolState {
  /** Unix seconds. */
  readonly since: number;
  /** Smallest units. */
  readonly quoteReserve: bigint;
  readonly tokenReserve: bigint;
}

interface WeighedPrice {
  readonly price: Ratio;
  readonly seconds: number;
}

/**
 * The price that held for half of a period, lower half first: units of the quote for a unit of the token, smallest units of both. Undefined
 * when the pool was never as deep as `minimumReserve` in it.
 *
 * Weighed by time, because observations can be made and time cannot: whoever trades twice in neighbouring blocks moves the price for one
 * slot of three hundred, in a pool where nobody else trades, too.
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
  const weighed = states.flatMap(({ since, quoteReserve, tokenReserve }, i): WeighedPrice[] => {
    const seconds = (states[i + 1]?.since ?? end) - Math.max(since, from);
    const isDeep = quoteReserve >= minimumReserve && tokenReserve > 0n;
    return isDeep && seconds > 0
      ? [{ price: { numerator: quoteReserve, denominator: tokenReserve }, seconds }]
      : [];
  });
  weighed.sort((one, other) => compareRatios(one.price, other.price));
  const half = weighed.reduce((sum, { seconds }) => sum + seconds, 0) / 2;
  let passed = 0;
  return weighed.find(({ seconds }) => {
    passed += seconds;
    return passed >= half;
  })?.price;
}
