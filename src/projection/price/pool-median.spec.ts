import { describe, expect, it } from '@jest/globals';
import { medianPrice, type PoolState } from './pool-median.js';

const FROM = 3_600;
const END = 7_200;
/** A pool of a token at `price`, deep in its quote. */
const at = (since: number, price: number, quoteReserve = 1_000n): PoolState => ({
  since,
  quoteReserve,
  tokenReserve: quoteReserve / BigInt(price),
});
const median = (states: readonly PoolState[], minimum = 1n, end = END) => {
  const price = medianPrice(states, minimum, FROM, end);
  return price && Number(price.numerator) / Number(price.denominator);
};

describe('the median price of a pool', () => {
  it('is the one that held for half of the time', () => {
    expect(median([at(FROM, 2), at(FROM + 1_000, 4), at(FROM + 2_000, 5)])).toBe(4);
    expect(median([at(FROM, 5), at(FROM + 100, 2)])).toBe(2);
  });

  it('is not moved by one block, however few others trade', () => {
    const manipulated = (restored: PoolState[]) => [at(100, 2), at(FROM + 1_800, 500), ...restored];
    expect(median(manipulated([at(FROM + 1_812, 2)]))).toBe(2);
    // Three trades of one block's neighbours outnumber all others, and weigh nothing.
    expect(median([at(100, 2), at(FROM + 12, 500), at(FROM + 24, 500), at(FROM + 36, 2)])).toBe(2);
  });

  it('counts what the pool held when the period began from there on only', () => {
    expect(median([at(0, 2), at(FROM + 1_000, 4)])).toBe(4);
    expect(median([at(0, 2), at(FROM + 2_600, 4)])).toBe(2);
  });

  it('is there for a state of a single second, and the last of all', () => {
    expect(median([at(END - 1, 4)])).toBe(4);
    expect(median([at(FROM + 5, 4)], 1n, FROM + 6)).toBe(4);
  });

  it('leaves out the time in which the pool was shallow, and is unknown if it always was', () => {
    const drained = at(FROM + 100, 9, 99n);
    expect(median([at(FROM, 2), drained, at(END - 50, 4)], 100n)).toBe(2);
    expect(median([drained], 100n)).toBeUndefined();
    expect(median([{ since: FROM, quoteReserve: 5_000n, tokenReserve: 0n }])).toBeUndefined();
    expect(median([])).toBeUndefined();
  });

  it('takes the lower of two that held equally long', () => {
    expect(median([at(FROM, 4), at(FROM + 1_800, 2)])).toBe(2);
  });
});
