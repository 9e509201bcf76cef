import { beforeEach, describe, expect, it } from '@jest/globals';
import { EvaluatedBlock, NEVER } from './evaluated-block.js';

describe('a subject evaluated at the end of block 100', () => {
  let now: EvaluatedBlock;
  beforeEach(() => {
    now = new EvaluatedBlock();
    now.goTo(100);
  });

  it.each([
    ['ended before', [{ start: 90, end: 99 }], undefined, NEVER],
    ['ends with it', [{ start: 90, end: 100 }], 0, 101],
    ['begins with it and has no end', [{ start: 100 }], 0, NEVER],
    ['begins later', [{ start: 105, end: 110 }], undefined, 105],
    ['is followed by another', [{ start: 90, end: 102 }, { start: 103 }], 0, 103],
  ])('reads an interval that %s', (_, intervals, index, next) => {
    expect(now.at(intervals)).toBe(index === undefined ? undefined : intervals[index]);
    expect(now.next).toBe(next);
  });

  it('takes intervals of its range alone, in any order', () => {
    const intervals = [{ start: 50 }, { start: 107, end: 120 }, { start: 98, end: 109 }];
    expect(now.within(intervals, { fromBlock: 60, toBlock: 200 })).toBe(intervals[2]);
    expect(now.next).toBe(107);
  });

  it('tells until when a part of what was read holds', () => {
    now.changesAt(110);
    const later = now.apart(() => now.at([{ start: 115 }]));
    expect([later, now.next]).toEqual([{ result: undefined, next: 115 }, 110]);
    const sooner = now.apart(() => now.at([{ start: 90, end: 103 }]));
    expect([sooner.next, now.next]).toEqual([104, 104]);
  });

  it('forgets at the next block what was read before', () => {
    now.holdsUpTo(100);
    expect(now.next).toBe(101);
    now.goTo(101);
    expect(now.next).toBe(NEVER);
  });
});
