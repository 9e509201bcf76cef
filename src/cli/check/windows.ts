import type { BlockRanges } from '../../domain/interval/block-range.js';

/** The first and the last of the numbers that one query compares. */
export type Window = readonly [first: number, last: number];

/**
 * Windows over all block numbers, each with at most so many stored blocks. They include the numbers between
 * stored blocks, because rows may be there that should not.
 */
export function blockWindows(stored: BlockRanges, atOnce: number): Window[] {
  const windows: Window[] = [];
  let [first, blocks] = [0, 0];
  for (const { fromBlock, toBlock } of stored)
    for (let block = fromBlock; block <= toBlock; ) {
      const taken = Math.min(atOnce - blocks, toBlock - block + 1);
      block += taken;
      blocks = (blocks + taken) % atOnce;
      if (blocks > 0) continue;
      windows.push([first, block - 1]);
      first = block;
    }
  return [...windows, [first, Number.MAX_SAFE_INTEGER]];
}

/** Windows over all positions of events, each with so many positions up to `end`. */
export function positionWindows(end: number, atOnce: number): Window[] {
  const windows: Window[] = [];
  let first = 0;
  for (; first + atOnce <= end; first += atOnce) windows.push([first, first + atOnce - 1]);
  return [...windows, [first, Number.MAX_SAFE_INTEGER]];
}
