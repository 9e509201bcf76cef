/** Closed range of blocks. */
export interface BlockRange {
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** Ascending, disjoint, not adjacent. */
export type BlockRanges = readonly BlockRange[];

/** How many blocks the ranges hold together. */
export function blockCount(ranges: BlockRanges): number {
  return ranges.reduce((sum, { fromBlock: from, toBlock: to }) => sum + to - from + 1, 0);
}

/** The range that holds a block. */
export function rangeWith(ranges: BlockRanges, block: number): BlockRange | undefined {
  return ranges.find(({ fromBlock, toBlock }) => fromBlock <= block && block <= toBlock);
}

/** Everything in the ranges or in `added`; neighbours become one. */
export function union(ranges: BlockRanges, added: BlockRange): BlockRange[] {
  let { fromBlock, toBlock } = added;
  const apart: BlockRange[] = [];
  for (const range of ranges) {
    if (range.toBlock < fromBlock - 1 || range.fromBlock > toBlock + 1) apart.push(range);
    else {
      fromBlock = Math.min(fromBlock, range.fromBlock);
      toBlock = Math.max(toBlock, range.toBlock);
    }
  }
  return [...apart, { fromBlock, toBlock }].sort((a, b) => a.fromBlock - b.fromBlock);
}

/** The parts of the ranges outside `removed`. */
export function subtract(ranges: BlockRanges, removed: BlockRange): BlockRange[] {
  return ranges.flatMap(({ fromBlock, toBlock }) =>
    [
      { fromBlock, toBlock: Math.min(toBlock, removed.fromBlock - 1) },
      { fromBlock: Math.max(fromBlock, removed.toBlock + 1), toBlock },
    ].filter((rest) => rest.fromBlock <= rest.toBlock),
  );
}

/** The intersection. */
export function intersect(some: BlockRanges, others: BlockRanges): BlockRange[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({
        fromBlock: Math.max(one.fromBlock, other.fromBlock),
        toBlock: Math.min(one.toBlock, other.toBlock),
      }))
      .filter(({ fromBlock, toBlock }) => fromBlock <= toBlock),
  );
}
