import type { BlockGap } from '../../kernel/refusal/block-refusals.js';

/** Nothing is recorded of an address. Without a gap there is nothing between the first block and the head that could hide it. */
export interface Missing {
  readonly headNumber: number;
  readonly gap?: BlockGap;
}

/** The columns of a statement that says why its record is missing. */
export interface MissingRow {
  readonly headNumber: number;
  readonly fromBlock: number | null;
  readonly toBlock: number | null;
}

export function missing({ headNumber, fromBlock, toBlock }: MissingRow): Missing {
  return { headNumber, ...(fromBlock !== null && toBlock !== null && { gap: { fromBlock, toBlock } }) };
}
