/** What a method answers with: the record served as `data`, where it states one the block it is valid at, and whether it was kept for a while. */
export class ApiResponse<T extends object> {
  /**
   * @param isPassing whether it tells of what could not be looked up just now: it is not kept for others
   * @param notes sentences for those who read it, beside what its record says
   */
  constructor(
    readonly data: T,
    readonly asOfBlock?: number,
    readonly isCached = false,
    readonly isPassing = false,
    readonly notes: readonly string[] = [],
  ) {}
}
