import { describe, expect, it } from '@jest/globals';
import { multirangeOf, parseMultirange } from './multirange.js';

describe('the text of a multirange', () => {
  it('is read as closed ranges', () => {
    expect(parseMultirange('{[0,10),[20,21)}')).toEqual([
      { fromBlock: 0, toBlock: 9 },
      { fromBlock: 20, toBlock: 20 },
    ]);
    expect(parseMultirange('{}')).toEqual([]);
  });

  it('is written with both ends', () => {
    const ranges = [
      { fromBlock: 0, toBlock: 9 },
      { fromBlock: 20, toBlock: 20 },
    ];
    expect(multirangeOf(ranges)).toBe('{[0,9],[20,20]}');
    expect(multirangeOf([])).toBe('{}');
  });
});
