import { type BlockRanges, rangeWith } from '../../domain/interval/block-range.js';

/** The blocks whose state diffs are known. */
export class CoveredBlocks {
  constructor(
    private readonly ranges: BlockRanges,
    private readonly head: number,
  ) {}

  /** Last block of the covered range around `block`; `block` itself where it is not covered. */
  through(block: number): number {
    const range = rangeWith(this.ranges, block);
    return range ? Math.min(range.toBlock, this.head) : block;
  }

  /** Last covered block before `block`, but never one before `floor`. */
  lastBefore(block: number, floor: number): number {
    const range = this.ranges.findLast(({ fromBlock }) => fromBlock < block);
    return range ? Math.max(floor, Math.min(range.toBlock, block - 1)) : floor;
  }

  /** Whether nothing is missing between `block` and the head. */
  reachHeadFrom(block: number): boolean {
    return this.through(block) >= this.head;
  }
}
