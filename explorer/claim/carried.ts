import { type ClaimInterval, holdsAt } from './interval.js';

/** Where a proof carried its claim. */
export interface Carried {
  /**
   * The interval of the claim; undefined where it is not listed. Other proofs may have carried the claim in
   * other blocks of it.
   */
  readonly interval: ClaimInterval | undefined;
  /** A block at whose end the proof carried the claim; undefined for the newest. */
  readonly block: number | undefined;
}

/**
 * Finds where a proof carried its claim. The proof itself says only which facts it rests on, and at its
 * reference block another proof may have carried the claim.
 *
 * @param intervals of the claim, each with the proof at its end
 * @param atReference hash of the proof at the reference block
 * @returns undefined where no block of the proof is known
 */
export function carriedBy(
  { proofHash, referenceBlock }: { readonly proofHash: string; readonly referenceBlock: number },
  intervals: readonly ClaimInterval[],
  atReference: string | undefined,
): Carried | undefined {
  const ended = intervals.find((one) => one.proofHash === proofHash);
  if (ended) return { interval: ended, block: ended.endBlock };
  if (atReference !== proofHash) return undefined;
  return { interval: intervals.find((one) => holdsAt(one, referenceBlock)), block: referenceBlock };
}
