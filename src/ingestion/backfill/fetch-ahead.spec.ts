import { describe, expect, it } from '@jest/globals';
import { fetchAhead } from './fetch-ahead.js';

async function collect<T>(results: AsyncGenerator<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const result of results) all.push(result);
  return all;
}

describe('fetchAhead', () => {
  it('yields in order for any order of answers, and never has more under way than its width', async () => {
    let underWay = 0;
    let most = 0;
    const numbers = await collect(
      fetchAhead(10, 40, 4, async (number) => {
        most = Math.max(most, ++underWay);
        await new Promise((resolve) => setTimeout(resolve, (number * 7) % 5));
        underWay--;
        return number;
      }),
    );
    expect(numbers).toEqual(Array.from({ length: 31 }, (_, index) => index + 10));
    expect(most).toBe(4);
  });

  it('yields everything before a failure, then fails, without an unhandled rejection', async () => {
    const seen: number[] = [];
    const run = async (): Promise<void> => {
      const results = fetchAhead(1, 9, 3, async (number) => {
        if (number >= 4) throw new Error(`no ${number}`);
        return number;
      });
      for await (const number of results) seen.push(number);
    };
    await expect(run()).rejects.toThrow('no 4');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('yields nothing for an empty range', async () => {
    expect(await collect(fetchAhead(5, 4, 2, async (number) => number))).toEqual([]);
  });
});
