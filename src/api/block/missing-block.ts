import { type BlockGap, beyondCoverage, coverageGap } from '../../domain/refusal/block-refusals.js';
import type { Refusal } from '../../domain/refusal/refusal.js';
import { blockBeforeChain } from '../refusal/parameter-refusals.js';

/**
 * Refuses a number below the chain's first block. It is out of range for good: calling it a gap would promise that the
 * block will come.
 */
export function checkInChain(number: number, firstBlock: number, parameter: string): void {
  if (number < firstBlock) throw blockBeforeChain(parameter, number, firstBlock);
}

/** Why a block of the chain is not held. */
export function missingBlock(
  number: number,
  { headNumber, gap }: { readonly headNumber: number; readonly gap?: BlockGap },
): Refusal {
  if (number > headNumber) return beyondCoverage(number, headNumber);
  return coverageGap(gap ?? { fromBlock: number, toBlock: number }, headNumber);
}
