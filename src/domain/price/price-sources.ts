/** Ether, as an asset that has a price. */
export const ETHER = 'ETH';
/** The currency of prices. */
export const DOLLAR = 'USD';

/** A Chainlink feed. Assets are tokens as `0x` and 40 lower-case hex characters, or names such as `ETH` and `BTC`. */
export interface PriceFeed {
  /** 20 bytes: the proxy that users read, or the aggregator where there is no proxy. */
  readonly address: Buffer;
  readonly isProxy: boolean;
  readonly asset: string;
  /** Currency of the answers: `USD`, or an asset that has a feed in USD. */
  readonly quote: string;
  /** Decimals of the answers. */
  readonly decimals: number;
}

/** A Uniswap v2 pool of a token and one whose price is known otherwise. */
export interface PricePool {
  /** 20 bytes. */
  readonly address: Buffer;
  /** The priced asset: `0x` and 40 lower-case hex characters. */
  readonly token: string;
  readonly quote: string;
  /** Smallest reserve of the quote token, in its smallest unit, with which the pool's price counts. */
  readonly minimumReserve: bigint;
}

/** Where on the chain prices come from. */
export class PriceSources {
  readonly #feeds = new Map<string, PriceFeed[]>();
  readonly #pools = new Map<string, PricePool[]>();

  /** @param wrapped by token: the asset that it can be exchanged for one to one at any time */
  constructor(
    readonly feeds: readonly PriceFeed[],
    readonly pools: readonly PricePool[],
    private readonly wrapped: ReadonlyMap<string, string>,
  ) {
    for (const feed of feeds) this.#feeds.set(feed.asset, [...this.feedsOf(feed.asset), feed]);
    for (const pool of pools) {
      const asset = this.pricedAs(pool.token);
      this.#pools.set(asset, [...this.poolsOf(asset), pool]);
    }
  }

  /** The asset whose price this token has: itself, unless it wraps another. */
  pricedAs(token: string): string {
    return this.wrapped.get(token) ?? token;
  }

  feedsOf(asset: string): readonly PriceFeed[] {
    return this.#feeds.get(asset) ?? [];
  }

  poolsOf(asset: string): readonly PricePool[] {
    return this.#pools.get(asset) ?? [];
  }
}
