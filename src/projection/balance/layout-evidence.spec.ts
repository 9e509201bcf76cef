import { describe, expect, it } from '@jest/globals';
import { confirmedLayouts, type LayoutCheck } from './layout-evidence.js';

const agreed = (blockNumber: number, name: string): LayoutCheck => ({
  ...{ blockNumber, holder: `0x${name}`, layout: 3, isWritten: true, isPositive: true, agrees: true },
});
const empty = { isPositive: false, isWritten: false };
const CONFIRMED = [agreed(10, 'alice'), agreed(10, 'bob')];

describe('a layout', () => {
  it('is not confirmed by one holder, even if others hold nothing', () => {
    expect(confirmedLayouts([agreed(10, 'alice'), { ...agreed(10, 'bob'), ...empty }])).toEqual([]);
    expect(confirmedLayouts(CONFIRMED)).toEqual([{ layout: 3, fromBlock: 10 }]);
  });

  it('ends before a code change after which no balance is seen', () => {
    const codeChanges = new Set([20]);
    const ended = [{ layout: 3, fromBlock: 10, toBlock: 19 }];
    expect(confirmedLayouts(CONFIRMED, codeChanges)).toEqual(ended);
    const left = [...CONFIRMED, { ...agreed(20, 'alice'), ...empty }];
    expect(confirmedLayouts(left, codeChanges)).toEqual(ended);
    const proven = [...left, agreed(20, 'carol')];
    expect(confirmedLayouts(proven, codeChanges)).toEqual([{ layout: 3, fromBlock: 10 }]);
  });

  it('is not affected by code that a contract got before its first balance', () => {
    expect(confirmedLayouts(CONFIRMED, new Set([5]))).toEqual([{ layout: 3, fromBlock: 10 }]);
  });
});
