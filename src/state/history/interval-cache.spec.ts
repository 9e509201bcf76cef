import { describe, expect, it } from '@jest/globals';
import { IntervalCache } from './interval-cache.js';

describe('a cache of intervals', () => {
  it('has a value for every block of its interval, and for no other', () => {
    const cache = new IntervalCache<string>(10);
    cache.add('a', { since: 5, through: 9, value: 'one' });
    cache.add('a', { since: 10, through: 10, value: 'two' });
    const values = [4, 5, 9, 10, 11].map((block) => cache.find('a', block)?.value);
    expect(values).toEqual([undefined, 'one', 'one', 'two', undefined]);
    expect(cache.find('b', 5)).toBeUndefined();
  });

  it('knows more once the covered range is longer', () => {
    const cache = new IntervalCache<string>(10);
    cache.add('a', { since: 5, through: 9, value: 'one' });
    cache.add('a', { since: 2, through: 20, value: 'one' });
    expect([cache.find('a', 2)?.value, cache.find('a', 20)?.value]).toEqual(['one', 'one']);
  });

  it('forgets blocks that are gone, and what they changed', () => {
    const cache = new IntervalCache<string>(10);
    cache.add('a', { since: 5, through: 9, value: 'one' });
    cache.add('b', { since: 8, through: 9, value: 'two' });
    cache.forgetFrom(8);
    expect([cache.find('a', 7)?.value, cache.find('a', 8), cache.find('b', 8)]).toEqual([
      'one',
      undefined,
      undefined,
    ]);
  });

  it('keeps within its bound, and drops the oldest places first', () => {
    const cache = new IntervalCache<number>(3);
    for (const place of ['a', 'b', 'c', 'd']) cache.add(place, { since: 1, through: 1, value: 1 });
    expect(['a', 'b', 'c', 'd'].map((place) => cache.find(place, 1) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
    for (let block = 2; block < 6; block++) cache.add('d', { since: block, through: block, value: block });
    expect(cache.find('c', 1)).toBeUndefined();
    const large = new IntervalCache<number>(1_000);
    for (let block = 1; block <= 65; block++) large.add('a', { since: block, through: block, value: block });
    expect([1, 2, 65].map((block) => large.find('a', block)?.value)).toEqual([undefined, 2, 65]);
  });
});
