/** What read models need to know of the chain: the demo chain differs from mainnet in this. */
export interface ChainKind {
  /** Number of the first block of the chain. */
  readonly firstBlock: number;
  /** The demo chain has its own registries. */
  readonly isDemo: boolean;
  /** Times of forks that the schedule leaves undated. */
  readonly forkTimes?: ReadonlyMap<string, number>;
}
