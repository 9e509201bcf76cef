/** Projectors that another thread moves along the log while blocks come fast. No other projector reads from them. */
export interface Followers {
  /** Names of the projectors. */
  readonly names: ReadonlySet<string>;
  /** It has failed, and will not move them again. */
  readonly hasFailed: boolean;
  /**
   * Lets them go on to a position of the log, which is committed. Resolves when they are near it, or have failed.
   * @param epoch of the writer
   */
  follow(end: number, epoch: number): Promise<void>;
  /** Resolves when they have arrived where they were last let go, or have failed. From then on they rest until they follow again. */
  rest(): Promise<void>;
}
