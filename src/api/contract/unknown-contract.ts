import { type BlockGap, coverageGap } from '../../kernel/refusal/block-refusals.js';
import { notFound } from '../../kernel/refusal/record-refusals.js';
import type { Refusal } from '../../kernel/refusal/refusal.js';

/** Why nothing is said of an address: no code was ever recorded there, or it may stand in blocks that are missing. */
export function unknownContract({
  headNumber,
  gap,
}: {
  readonly headNumber: number;
  readonly gap?: BlockGap;
}): Refusal {
  return gap ? coverageGap(gap, headNumber) : notFound();
}
