import type { ProvenClaim } from '../../evaluator/evaluate/evaluation.js';
import type { Segment } from '../model/segment.js';

/**
 * How many proof segments a definition begins about one subject in a range. One slot may change the proofs of
 * thousands of objects in every block, for some 26,000 gas, and all segments of a subject are in memory with
 * it.
 */
export const MAX_SEGMENTS = 100_000;

/**
 * Counts the segments of one definition and subject, block by block. When there are more than the bound,
 * those that hold then go on until one of them changes, and no other begins in the range.
 *
 * INVARIANT: whether it is over follows from the claims at all blocks of the range, and, where blocks before
 * are evaluated already, from their segments: those beyond the bound are stored.
 */
export class SegmentBound {
  #begun = 0;
  /** Hashes of the proofs that hold, by object. */
  readonly #running = new Map<string, string>();

  /**
   * @param stored segments of the range
   * @param from first block that is evaluated again
   */
  constructor(
    stored: readonly Segment[],
    from: number,
    private readonly most: number,
  ) {
    for (const { start, end, object, proofHash } of stored) {
      if (start >= from) continue;
      this.#begun += 1;
      if (end === undefined || end >= from - 1) this.#running.set(object, proofHash);
    }
  }

  /** Whether no claim follows in the range. */
  get isOver(): boolean {
    return this.#begun > this.most && this.#running.size === 0;
  }

  /** Counts what begins as these claims hold, and not those before. Where the bound allows none, none hold. */
  count(claims: readonly ProvenClaim[]): void {
    const running = this.#running;
    const begun = claims.filter(({ object = '', proofHash }) => running.get(object) !== proofHash);
    if (begun.length === 0 && claims.length === running.size) return;
    const allows = this.#begun <= this.most;
    running.clear();
    if (!allows) return;
    this.#begun += begun.length;
    for (const { object = '', proofHash } of claims) running.set(object, proofHash);
  }
}
