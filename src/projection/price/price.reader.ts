import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type Ratio, times } from '../../domain/amount/ratio.js';
import { DOLLAR, PriceSources } from '../../domain/price/price-sources.js';
import { lastAnswers } from './feed-answers.js';
import { lastImported } from './imported-prices.js';
import { poolPrices, type ReadDecimals } from './pool-prices.js';
import { PriceBounds } from './price-bounds.js';
import { earlierHour, type PriceHour, type PriceSpan } from './price-hour.js';

// The rest of the service may import readers of a projection only.
export { hourOfBlock, lastClosedHour, type PriceHour, SECONDS_PER_HOUR } from './price-hour.js';

/** The value of an asset in an hour. */
export interface Price {
  /** Dollars for a whole unit. */
  readonly usd: Ratio;
  /**
   * Whether the price, or that of its quote, was last observed in an earlier hour, or missing blocks may hold
   * a later answer of the feed.
   */
  readonly isCarried: boolean;
  /** `chainlink:` and the feed, `uniswap_v2:` and the pool, or `import:` and the source named at the import. */
  readonly source: string;
}

/** A price from one source, in the quote asset of the source. */
interface Observation {
  readonly asset: string;
  readonly quote: string;
  readonly price: Ratio;
  /** Hour of the observation, at most the one asked for. */
  readonly hour: number;
  readonly askedHour: number;
  /** For a feed: whether no missing block may hold a later answer. */
  readonly isLast?: boolean;
  readonly source: string;
}

interface DatedPrice extends Price {
  readonly hour: number;
}

interface Question {
  readonly asset: string;
  readonly span: PriceSpan;
}

@Injectable()
export class PriceReader {
  constructor(
    private readonly pool: Pool,
    private readonly sources: PriceSources,
    private readonly bounds: PriceBounds,
  ) {}

  /**
   * Prices of tokens (`0x` and lower-case hex) and of `ETHER` in an hour; an asset without a price within the
   * bound has no entry.
   *
   * The source with the latest hour counts. For the same hour, a feed comes before a pool, and a pool before
   * an import: on-chain data comes first.
   *
   * @param readDecimals declarations as of the block of valuation, because a pool counts smallest units
   * @param database a transaction, for consistent reads
   */
  async pricesAt(
    tokens: Iterable<string>,
    hour: PriceHour,
    readDecimals: ReadDecimals,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<Map<string, Price>> {
    const span = { ...hour, earliestHour: hour.hour - this.bounds.carryHours };
    const assetOf = new Map([...tokens].map((token) => [token, this.sources.pricedAs(token)]));
    const questions = [...new Set(assetOf.values())].map((asset) => ({ asset, span }));
    const observed = [
      ...(await this.#answers(database, questions)),
      ...(await this.#medians(database, questions, span, readDecimals)),
      ...(await this.#imported(database, questions)),
    ];
    const quotes = await this.#quotes(database, observed, span);
    const prices = latest(observed.map((one) => [one.asset, inDollars(one, quotes)]));
    return new Map(
      [...assetOf].flatMap(([token, asset]) => {
        const price = prices.get(asset);
        return price ? [[token, price] as const] : [];
      }),
    );
  }

  /**
   * Dollar prices of quote assets in the hours of the observations, from feeds and imports alone: no pool's
   * price depends on another pool.
   */
  async #quotes(
    database: Pick<Pool, 'query'>,
    observed: readonly Observation[],
    span: PriceSpan,
  ): Promise<Map<string, DatedPrice>> {
    const needed = new Map(
      observed
        .filter(({ quote }) => quote !== DOLLAR)
        .map(({ quote, hour }) => [keyOf(quote, hour), { asset: quote, span: earlierHour(span, hour) }]),
    );
    const questions = [...needed.values()];
    const found = [
      ...(await this.#answers(database, questions)),
      ...(await this.#imported(database, questions)),
    ];
    return latest(found.map((one) => [keyOf(one.asset, one.askedHour), inDollars(one, NO_QUOTES)]));
  }

  async #answers(database: Pick<Pool, 'query'>, questions: readonly Question[]): Promise<Observation[]> {
    const asked = questions.flatMap(({ asset, span }) =>
      this.sources.feedsOf(asset).map((feed) => ({ feed, span })),
    );
    const answers = await lastAnswers(database, asked);
    return asked.flatMap(({ feed, span }, i) => {
      const answer = answers[i];
      const source = `chainlink:0x${feed.address.toString('hex')}`;
      return answer ? [{ ...feed, ...answer, askedHour: span.hour, source }] : [];
    });
  }

  async #medians(
    database: Pick<Pool, 'query'>,
    questions: readonly Question[],
    span: PriceSpan,
    readDecimals: ReadDecimals,
  ): Promise<Observation[]> {
    const asked = questions.flatMap(({ asset }) =>
      this.sources.poolsOf(asset).map((pool) => ({ asset, pool })),
    );
    const medians = await poolPrices(
      database,
      asked.map(({ pool }) => pool),
      span,
      readDecimals,
    );
    return asked.flatMap(({ asset, pool }, i) => {
      const median = medians[i];
      const quote = this.sources.pricedAs(pool.quote);
      const source = `uniswap_v2:0x${pool.address.toString('hex')}`;
      return median ? [{ asset, quote, ...median, askedHour: span.hour, source }] : [];
    });
  }

  async #imported(database: Pick<Pool, 'query'>, questions: readonly Question[]): Promise<Observation[]> {
    const imported = await lastImported(database, questions);
    return questions.flatMap(({ asset, span }, i) => {
      const one = imported[i];
      return one
        ? [{ ...one, asset, quote: DOLLAR, askedHour: span.hour, source: `import:${one.source}` }]
        : [];
    });
  }
}

const NO_QUOTES: ReadonlyMap<string, DatedPrice> = new Map();

function keyOf(quote: string, hour: number): string {
  return `${quote} ${hour}`;
}

/** The observation in dollars; undefined where its quote has no price. */
function inDollars(
  { quote, price, hour, askedHour, isLast = true, source }: Observation,
  quotes: ReadonlyMap<string, DatedPrice>,
): DatedPrice | undefined {
  const isCarried = hour < askedHour || !isLast;
  if (quote === DOLLAR) return { usd: price, hour, isCarried, source };
  const inDollars = quotes.get(keyOf(quote, hour));
  return (
    inDollars && {
      usd: times(price, inDollars.usd),
      hour,
      isCarried: isCarried || inDollars.isCarried,
      source,
    }
  );
}

/** For each key the price with the latest hour; of several, the first. */
function latest(prices: readonly (readonly [string, DatedPrice | undefined])[]): Map<string, DatedPrice> {
  const best = new Map<string, DatedPrice>();
  for (const [key, price] of prices)
    if (price && price.hour > (best.get(key)?.hour ?? Number.NEGATIVE_INFINITY)) best.set(key, price);
  return best;
}
