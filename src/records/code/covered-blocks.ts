/** Closed range of blocks, `[from, to]`. */
export type CoveredRange = readonly [from: number, to: number];

/** The blocks whose state diffs are known: ranges that neither meet nor touch, ascending. */
export class CoveredBlocks {
  constructor(
    private readonly ranges: readonly CoveredRange[],
    private readonly head: number,
  ) {}

  /** Last block up to which nothing is missing after `block`; `block` itself where it is not covered. */
  through(block: number): number {
    const range = this.ranges.find(([from, to]) => from <= block && block <= to);
    return range ? Math.min(range[1], this.head) : block;
  }

  /** Last covered block before `block`, but never one before `floor`. */
  lastBefore(block: number, floor: number): number {
    for (let at = this.ranges.length - 1; at >= 0; at--) {
      const [from, to] = this.ranges[at]!;
      if (from < block) return Math.max(floor, Math.min(to, block - 1));
    }
    return floor;
  }

  /** Whether nothing is missing between `block` and the head. */
  reachHeadFrom(block: number): boolean {
    return this.through(block) >= this.head;
  }
}
