/** Projectors that another thread moves along the log while blocks come fast. No other projector reads from them. */
export interface Followers {
  /** Names of the projectors. */
  readonly names: ReadonlySet<string>;
  /** Whether the thread has failed, and will not move them again. */
  readonly hasFailed: boolean;
  /**
   * Lets the projectors go on to a committed position of the log. Resolves when they are near it, or have
   * failed.
   * @param epoch of the writer
   */
  follow(end: number, epoch: number): Promise<void>;
  /**
   * Resolves when the projectors are at the position of the last `follow`, or have failed. They then rest
   * until the next.
   */
  rest(): Promise<void>;
}
