import { type BlockGap, coverageGap } from './block-refusals.js';
import { notFound } from './record-refusals.js';
import type { Refusal } from './refusal.js';

/** A missing record. Without a gap no block between the first and the head can contain it. */
export interface Missing {
  readonly headNumber: number;
  readonly gap?: BlockGap;
}

/** Columns of a statement that explain a missing record. */
export interface MissingRow {
  readonly headNumber: number;
  readonly fromBlock: number | null;
  readonly toBlock: number | null;
}

export function missing({ headNumber, fromBlock, toBlock }: MissingRow): Missing {
  return { headNumber, ...(fromBlock !== null && toBlock !== null && { gap: { fromBlock, toBlock } }) };
}

/** Why a key has no record: there is none, or it may be in missing blocks. */
export function missingRecord({ headNumber, gap }: Missing): Refusal {
  return gap ? coverageGap(gap, headNumber) : notFound();
}
