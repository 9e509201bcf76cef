import { describe, expect, it } from '@jest/globals';
import { medianPrice, type PoolState } from './pool-median.js';

const FROM = 3_600;
const END = 7_200;
type Beginning = Omit<PoolState, 'until'>;
/** A pool of a token at `price`, deep in its quote. */
const at = (since: number, price: number, quoteReserve = 1_000n): Beginning => ({
  since,
  quoteReserve,
  tokenReserve: quoteReserve / BigInt(price),
});
/** Each state holds until the next one, the last until the end of what is known. */
const median = (states: readonly Beginning[], minimum = 1n, knownUntil = END) => {
  const lasting = states.map((state, i) => ({ ...state, until: states[i + 1]?.since ?? knownUntil }));
  const price = medianPrice(lasting, minimum, FROM, END);
  return price && Number(price.numerator) / Number(price.denominator);
};

describe('the median price of a pool', () => {
  it('is the one that held for half of the time', () => {
    expect(median([at(FROM, 2), at(FROM + 1_000, 4), at(FROM + 2_000, 5)])).toBe(4);
    expect(median([at(FROM, 5), at(FROM + 100, 2)])).toBe(2);
  });

  it('is not moved by one block, however few others trade', () => {
    const manipulated = (restored: Beginning[]) => [at(100, 2), at(FROM + 1_800, 500), ...restored];
    expect(median(manipulated([at(FROM + 1_812, 2)]))).toBe(2);
    // Three trades in neighbouring blocks outnumber all others, but have almost no weight.
    expect(median([at(100, 2), at(FROM + 12, 500), at(FROM + 24, 500), at(FROM + 36, 2)])).toBe(2);
  });

  it('counts the state at the beginning of the interval only from there on', () => {
    expect(median([at(0, 2), at(FROM + 1_000, 4)])).toBe(4);
    expect(median([at(0, 2), at(FROM + 2_600, 4)])).toBe(2);
  });

  it('is not set by the one block in which a shallow pool was deep', () => {
    const states = [at(100, 2, 10n), at(FROM + 1_788, 50, 50n), at(FROM + 1_800, 2, 10n)];
    expect(median(states, 50n)).toBeUndefined();
    expect(median(states, 10n)).toBe(2);
  });

  it('is not set by states that are known for less than half of the time', () => {
    expect(median([at(END - 12, 4)])).toBeUndefined();
    expect(median([at(0, 4)], 1n, FROM + 12)).toBeUndefined();
    expect(median([at(END - 1_799, 4)])).toBeUndefined();
    expect(median([at(END - 1_800, 4)])).toBe(4);
    expect(median([at(0, 4)], 1n, FROM + 1_799)).toBeUndefined();
    expect(median([at(0, 4)], 1n, FROM + 1_800)).toBe(4);
  });

  it('weighs a state no longer than it is known to have held', () => {
    const states = [
      { ...at(FROM, 9), until: FROM + 100 },
      { ...at(FROM + 1_700, 2), until: END },
    ];
    const price = medianPrice(states, 1n, FROM, END);
    expect(price).toEqual({ numerator: 1_000n, denominator: 500n });
  });

  it('leaves out the time in which the pool was shallow, and is unknown if that was most of it', () => {
    const drained = at(FROM + 2_000, 9, 99n);
    expect(median([at(FROM, 2), at(FROM + 1_200, 4), drained], 100n)).toBe(2);
    expect(median([at(FROM, 2), at(FROM + 900, 4), drained], 100n)).toBe(4);
    expect(median([at(FROM + 300, 2), drained], 100n)).toBeUndefined();
    expect(median([drained], 100n)).toBeUndefined();
    expect(median([{ since: FROM, quoteReserve: 5_000n, tokenReserve: 0n }])).toBeUndefined();
    expect(median([])).toBeUndefined();
  });

  it('takes the lower of two that held equally long', () => {
    expect(median([at(FROM, 4), at(FROM + 1_800, 2)])).toBe(2);
  });
});
