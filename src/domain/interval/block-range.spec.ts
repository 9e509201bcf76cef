import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type BlockRange, intersect, rangeWith, subtract, union } from './block-range.js';

const range = fc
  .tuple(fc.nat(30), fc.nat(6))
  .map(([fromBlock, more]): BlockRange => ({ fromBlock, toBlock: fromBlock + more }));
const several = fc.array(range, { maxLength: 6 }).map((all) => all.reduce(union, [] as BlockRange[]));
const blocksOf = (ranges: readonly BlockRange[]): number[] =>
  ranges.flatMap(({ fromBlock, toBlock }) =>
    Array.from({ length: toBlock - fromBlock + 1 }, (_, at) => fromBlock + at),
  );

/** Ascending, disjoint and not adjacent. */
const isNormal = (ranges: readonly BlockRange[]): boolean =>
  ranges.every(({ fromBlock, toBlock }, at) => {
    const next = ranges[at + 1];
    return fromBlock <= toBlock && (next === undefined || next.fromBlock > toBlock + 1);
  });

describe('ranges of blocks are sets of blocks', () => {
  it('joined', () => {
    fc.assert(
      fc.property(several, range, (some, more) => {
        const joined = union(some, more);
        expect(isNormal(joined)).toBe(true);
        expect(new Set(blocksOf(joined))).toEqual(new Set([...blocksOf(some), ...blocksOf([more])]));
      }),
    );
  });

  it('subtracted', () => {
    fc.assert(
      fc.property(several, range, (some, less) => {
        const rest = subtract(some, less);
        const gone = new Set(blocksOf([less]));
        expect(isNormal(rest)).toBe(true);
        expect(blocksOf(rest)).toEqual(blocksOf(some).filter((block) => !gone.has(block)));
      }),
    );
  });

  it('intersected', () => {
    fc.assert(
      fc.property(several, several, (some, others) => {
        const common = new Set(blocksOf(others));
        expect(blocksOf(intersect(some, others))).toEqual(
          blocksOf(some).filter((block) => common.has(block)),
        );
      }),
    );
  });

  it('searched', () => {
    fc.assert(
      fc.property(several, fc.nat(40), (some, block) => {
        const found = rangeWith(some, block);
        expect(found !== undefined).toBe(blocksOf(some).includes(block));
      }),
    );
  });
});
