import type { BlockRange } from '../../domain/interval/block-range.js';

export const NEVER = Number.POSITIVE_INFINITY;

interface Interval {
  readonly start: number;
  /** Last block; absent where it is not known to end. */
  readonly end?: number;
}

/** The block at whose end a subject is evaluated, and the first later block at which something that was read may differ. */
export class EvaluatedBlock {
  block = 0;
  next = NEVER;

  goTo(block: number): void {
    this.block = block;
    this.next = NEVER;
  }

  /** What was read may differ from that block on. */
  changesAt(block: number): void {
    if (block > this.block && block < this.next) this.next = block;
  }

  /** What was read holds up to that block. */
  holdsUpTo(end: number | undefined): void {
    if (end !== undefined) this.changesAt(end + 1);
  }

  /** The interval that contains the block, of intervals in their order that do not overlap. */
  at<One extends Interval>(intervals: readonly One[]): One | undefined {
    for (const interval of intervals) {
      const { start, end } = interval;
      if (start > this.block) {
        this.changesAt(start);
        return undefined;
      }
      if (end === undefined || end >= this.block) {
        this.holdsUpTo(end);
        return interval;
      }
    }
    return undefined;
  }

  /** The first interval of the range that contains the block. */
  within<One extends Interval>(intervals: readonly One[], { fromBlock }: BlockRange): One | undefined {
    let within: One | undefined;
    for (const interval of intervals) {
      const { start, end } = interval;
      if (start < fromBlock || (end !== undefined && end < this.block)) continue;
      if (start > this.block) this.changesAt(start);
      else {
        this.holdsUpTo(end);
        within ??= interval;
      }
    }
    return within;
  }

  /** What `read` returns, and the first later block at which that alone may differ. */
  apart<Result>(read: () => Result): { readonly result: Result; readonly next: number } {
    const others = this.next;
    this.next = NEVER;
    const result = read();
    const { next } = this;
    this.next = Math.min(others, next);
    return { result, next };
  }
}
