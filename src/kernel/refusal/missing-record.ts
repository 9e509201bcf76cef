import { type BlockGap, coverageGap } from './block-refusals.js';
import { notFound } from './record-refusals.js';
import type { Refusal } from './refusal.js';

/** What was asked for is not held. Without a gap there is nothing between the first block and the head that could hide it. */
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

/** Why nothing is said of a key: there is no such record, or it may stand in blocks that are missing. */
export function missingRecord({ headNumber, gap }: Missing): Refusal {
  return gap ? coverageGap(gap, headNumber) : notFound();
}
