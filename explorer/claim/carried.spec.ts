import { describe, expect, it } from '@jest/globals';
import { carriedBy } from './carried.js';

const interval = (startBlock: number, proofHash: string, endBlock?: number) => ({
  attributeId: 'relation:granted_role',
  startBlock,
  proofHash,
  ...(endBlock !== undefined && { endBlock }),
});
/** Two roles in block 105 alone, one role before and since. */
const INTERVALS = [interval(100, 'one', 104), interval(105, 'two', 105), interval(106, 'one again')];
const at = (proofHash: string, referenceBlock: number) => ({ proofHash, referenceBlock });

describe('the block of a proof that is looked up by its hash', () => {
  it('is the last of an interval that it carried at its end, not the newest of the claim', () => {
    expect(carriedBy(at('two', 105), INTERVALS, 'two')).toEqual({ interval: INTERVALS[1], block: 105 });
  });

  it('is not its reference block where another proof carried the claim there', () => {
    expect(carriedBy(at('one again', 105), INTERVALS, 'two')).toEqual({ interval: INTERVALS[2] });
  });

  it('is its reference block where it carried the claim there and was replaced within the interval', () => {
    expect(carriedBy(at('first', 101), INTERVALS, 'first')).toEqual({ interval: INTERVALS[0], block: 101 });
  });

  it('is not known otherwise', () => {
    expect(carriedBy(at('first', 101), INTERVALS, 'other')).toBeUndefined();
    expect(carriedBy(at('first', 101), [], undefined)).toBeUndefined();
  });
});
