/** The result of a method: the record served as `data`, the block it is valid at, where there is one, and whether it came from a cache. */
export class ApiResponse<T extends object> {
  /**
   * @param isPassing whether it reports a temporary failure: it is not cached
   * @param notes sentences for a reader, beside the record
   */
  constructor(
    readonly data: T,
    readonly asOfBlock?: number,
    readonly isCached = false,
    readonly isPassing = false,
    readonly notes: readonly string[] = [],
  ) {}
}
