import { WrittenRecord } from '../record/written-record.js';

/**
 * The result of a method: the record that is served as `data`, the block at which it is valid, if there is
 * one, and whether it came from a cache.
 */
export class ApiResponse<T extends object> {
  /**
   * @param isPassing whether it reports a temporary failure, which is not cached
   * @param notes sentences for a reader, beside the record
   * @param wholeBlock the only block from which the answer is made, if nothing of that block is missing: once
   * the block is final, so is the answer
   * @param whenLeft of a large answer: must be called when it has left or is not sent. Until then it takes
   * one of the few places for large answers
   */
  constructor(
    private readonly record: T | WrittenRecord<T>,
    readonly asOfBlock?: number,
    readonly isCached = false,
    readonly isPassing = false,
    readonly notes: readonly string[] = [],
    readonly wholeBlock?: number,
    readonly whenLeft?: () => void,
  ) {}

  /**
   * An answer that is made from one block alone.
   * @param isWhole whether nothing of that block is still missing
   */
  static ofBlock<T extends object>(data: T, block: number, isWhole = true): ApiResponse<T> {
    return new ApiResponse(data, block, false, false, [], isWhole ? block : undefined);
  }

  /** An answer of one block that is so large that few may be in memory. @param whenLeft as of the constructor */
  static large<T extends object>(
    record: WrittenRecord<T>,
    block: number,
    whenLeft: () => void,
  ): ApiResponse<T> {
    return new ApiResponse(record, block, false, false, [], undefined, whenLeft);
  }

  /** The record; of a large one only the beginning, with a list of full length. */
  get data(): T {
    return this.record instanceof WrittenRecord ? this.record.read() : this.record;
  }

  /** JSON of `data`. */
  get json(): string {
    return this.record instanceof WrittenRecord ? this.record.json : JSON.stringify(this.record);
  }
}
