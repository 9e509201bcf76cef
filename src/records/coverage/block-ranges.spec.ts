import { describe, expect, it } from '@jest/globals';
import { parseRanges } from './block-ranges.js';

describe('ranges of blocks', () => {
  it('are read as closed ranges', () => {
    expect(parseRanges('{[0,10),[20,21)}')).toEqual([
      { fromBlock: 0, toBlock: 9 },
      { fromBlock: 20, toBlock: 20 },
    ]);
  });

  it('may be none', () => {
    expect(parseRanges('{}')).toEqual([]);
  });
});
