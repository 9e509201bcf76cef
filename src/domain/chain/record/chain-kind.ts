/** The differences between the demo chain and mainnet for the read models. */
export interface ChainKind {
  /** Lowest block that exists. */
  readonly firstBlock: number;
  /** Its registries are its own. */
  readonly isDemo: boolean;
  /** Times of forks that the schedule leaves undated. */
  readonly forkTimes?: ReadonlyMap<string, number>;
}
