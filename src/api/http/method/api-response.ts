import { WrittenRecord } from '../record/written-record.js';

/** The result of a method: the record served as `data`, the block it is valid at, where there is one, and whether it came from a cache. */
export class ApiResponse<T extends object> {
  /**
   * @param isPassing whether it reports a temporary failure: it is not cached
   * @param notes sentences for a reader, beside the record
   * @param wholeBlock the block of which alone it is made, where nothing of that block is missing: once the block is final, the answer is
   * @param whenLeft of a large one: to be called when it has left, or is not sent; until then it takes a place of those that may be in memory
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

  /** An answer that is made of one block alone. @param isWhole whether nothing of the block that it states can still come */
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

  /** Of a large one the beginning, with the length of its list. */
  get data(): T {
    return this.record instanceof WrittenRecord ? this.record.read() : this.record;
  }

  /** JSON of `data`. */
  get json(): string {
    return this.record instanceof WrittenRecord ? this.record.json : JSON.stringify(this.record);
  }
}
