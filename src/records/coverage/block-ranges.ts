import type { BlockRange } from '../../domain/interval/block-range.js';

/** Reads PostgreSQL's canonical text of an `int8multirange` such as `{[0,10),[20,30)}`: ascending, disjoint, not adjacent. */
export function parseRanges(multirange: string): BlockRange[] {
  return [...multirange.matchAll(/\[(\d+),(\d+)\)/g)].map(([, from, end]) => ({
    fromBlock: Number(from),
    toBlock: Number(end) - 1,
  }));
}
