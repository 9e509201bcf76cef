import { Refusal } from './refusal.js';

/** Closed range of blocks that are missing between the chain's first block and the head. */
export interface BlockGap {
  readonly fromBlock: number;
  readonly toBlock: number;
}

/** A block above everything that has been computed. */
export function beyondCoverage(requestedBlock: number, maxAvailableBlock: number): Refusal {
  return new Refusal('block_not_available', 'The block lies above the newest block held here.', {
    reason: 'beyond_coverage',
    requestedBlock,
    maxAvailableBlock,
  });
}

/** The answer depends, or may depend, on blocks that are missing. Never a statement of non-existence. */
export function coverageGap(gap: BlockGap, maxAvailableBlock: number): Refusal {
  return new Refusal('block_not_available', 'The answer may depend on blocks that are not held yet.', {
    reason: 'coverage_gap',
    coverageGapFromBlock: gap.fromBlock,
    coverageGapToBlock: gap.toBlock,
    maxAvailableBlock,
  });
}
