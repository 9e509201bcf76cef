import type { BlockRange } from './block-range.js';

interface Numbered {
  readonly header: { readonly number: number };
}

/** Splits blocks, in the given order, into runs of consecutive numbers. */
export function consecutive<Block extends Numbered>(blocks: readonly Block[]): Block[][] {
  const runs: Block[][] = [];
  let previous: number | undefined;
  for (const block of blocks) {
    const { number } = block.header;
    if (previous !== undefined && previous + 1 === number) runs[runs.length - 1]!.push(block);
    else runs.push([block]);
    previous = number;
  }
  return runs;
}

/** The range of each run of consecutive blocks, in the given order. */
export function rangesOf(blocks: readonly Numbered[]): BlockRange[] {
  return consecutive(blocks).map((run) => ({
    fromBlock: run[0]!.header.number,
    toBlock: run[run.length - 1]!.header.number,
  }));
}
