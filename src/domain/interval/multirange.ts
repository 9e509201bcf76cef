import type { BlockRange, BlockRanges } from './block-range.js';

/** The text of a PostgreSQL `int8multirange`. */
export function multirangeOf(ranges: BlockRanges): string {
  return `{${ranges.map(({ fromBlock, toBlock }) => `[${fromBlock},${toBlock}]`).join(',')}}`;
}

/** Reads PostgreSQL's canonical text of an `int8multirange`, such as `{[0,10),[20,30)}`. */
export function parseMultirange(text: string): BlockRange[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, end]) => ({
    fromBlock: Number(from),
    toBlock: Number(end) - 1,
  }));
}
