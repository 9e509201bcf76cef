import type { Pool } from 'pg';
import { powerOfTen, type Ratio, times } from '../../domain/amount/ratio.js';
import type { Address } from '../../domain/chain/hex.js';
import type { PricePool } from '../../domain/price/price-sources.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { medianPrice, type PoolState } from './pool-median.js';
import { earlierHour, type PriceSpan, SECONDS_PER_HOUR } from './price-hour.js';

/** The median price of a pool over an hour. */
export interface PoolPrice {
  /**
   * The last hour with a trade that left the pool deep, and at whose end, or within the next hour, the pool
   * had been deep for long enough.
   */
  readonly hour: number;
  /** Whole units of the quote for a whole unit of the token. */
  readonly price: Ratio;
}

/** Reads the decimals that tokens (`0x` hex) declare; an unknown token has no entry. */
export type ReadDecimals = (
  tokens: readonly Address[],
) => Promise<ReadonlyMap<string, { readonly decimals: number | null }>>;

/** A pool, and the last hour to search. */
interface PoolQuestion {
  readonly pool: PricePool;
  /** Factor from smallest units to whole units of the price. */
  readonly scale: Ratio;
  /** Index in the list of pools. */
  readonly place: number;
  readonly hour: number;
}

/**
 * The states of each pool in the sixty minutes up to the end of its last hour with a deep trade, or up to the
 * requested second in that hour; also the state before, and those of the next hour. Each state lasts until
 * the next one, but only as long as blocks are known without a gap.
 */
const STATES = `
WITH known AS MATERIALIZED (
  SELECT range, timestamp + 1 AS end FROM coverage, unnest(ranges) AS range JOIN block ON number = upper(range) - 1
  WHERE family = 'blocks'
)
SELECT place, last.hour, held.timestamp AS since, state.token_reserve AS "tokenReserve", state.quote_reserve AS "quoteReserve",
       least(lead(held.timestamp) OVER (PARTITION BY place ORDER BY held.block_number), known.end) AS until
FROM unnest($1::bytea[], $2::bool[], $3::numeric[], $4::int4[]) WITH ORDINALITY
  AS asked (pool, is_token_first, minimum, asked_hour, place)
CROSS JOIN LATERAL (
  SELECT hour, least($6, hour * 3600 + 3599) - 3600 AS before FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN $7 AND asked_hour AND block_number <= $5
    AND CASE WHEN is_token_first THEN reserve1 ELSE reserve0 END >= minimum
  ORDER BY hour DESC, block_number DESC LIMIT 1
) last
CROSS JOIN LATERAL (
  (SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
   WHERE pool = asked.pool AND hour <= last.hour AND timestamp <= last.before
   ORDER BY hour DESC, block_number DESC LIMIT 1)
  UNION ALL
  SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN last.hour - 1 AND last.hour + 1 AND block_number <= $5
    AND timestamp > last.before AND timestamp <= $6
) held
JOIN known ON range @> held.block_number
CROSS JOIN LATERAL (
  SELECT CASE WHEN is_token_first THEN reserve0 ELSE reserve1 END AS token_reserve,
         CASE WHEN is_token_first THEN reserve1 ELSE reserve0 END AS quote_reserve
) state
ORDER BY place, held.block_number`;

interface StateRow {
  readonly place: number;
  readonly hour: number;
  readonly since: number;
  readonly until: number;
  readonly tokenReserve: string;
  readonly quoteReserve: string;
}

/**
 * Prices in the order of the pools; undefined without a trade, without an hour that was deep for long enough, or without declared decimals.
 */
export async function poolPrices(
  database: Pick<Pool, 'query'>,
  pools: readonly PricePool[],
  span: PriceSpan,
  readDecimals: ReadDecimals,
): Promise<(PoolPrice | undefined)[]> {
  const prices: (PoolPrice | undefined)[] = pools.map(() => undefined);
  const scales = await scalesOf(pools, readDecimals);
  let asked: PoolQuestion[] = pools.flatMap((pool, place) => {
    const scale = scales[place];
    return scale ? [{ pool, scale, place, hour: span.hour }] : [];
  });
  while (asked.length > 0) {
    const states = await statesOf(database, asked, span);
    asked = asked.flatMap((question, i) => {
      const hour = states[i]![0]?.hour;
      if (hour === undefined) return [];
      const price = priceOf(states[i]!, question, hour, span);
      prices[question.place] = price;
      // A trade that made the pool deep for one block must not hide the earlier price.
      return price || hour === span.earliestHour ? [] : [{ ...question, hour: hour - 1 }];
    });
  }
  return prices;
}

/** In the order of the pools; undefined where a token or its quote declares no decimals. */
async function scalesOf(
  pools: readonly PricePool[],
  readDecimals: ReadDecimals,
): Promise<(Ratio | undefined)[]> {
  const tokens = new Set(pools.flatMap(({ token, quote }) => [token, quote] as Address[]));
  const declared = await readDecimals([...tokens]);
  return pools.map(({ token, quote }) => {
    const ofToken = declared.get(token)?.decimals ?? undefined;
    const ofQuote = declared.get(quote)?.decimals ?? undefined;
    return ofToken === undefined || ofQuote === undefined ? undefined : powerOfTen(1n, ofToken - ofQuote);
  });
}

/** States in the order of the questions. */
async function statesOf(
  database: Pick<Pool, 'query'>,
  asked: readonly PoolQuestion[],
  span: PriceSpan,
): Promise<readonly StateRow[][]> {
  const pools = asked.map((question) => question.pool);
  const { rows } = await database.query<StateRow>({
    name: 'states of pools',
    text: STATES,
    values: [
      pools.map(({ address }) => address),
      // A pool sorts its two tokens by address.
      pools.map(({ token, quote }) => token < quote),
      pools.map(({ minimumReserve }) => minimumReserve),
      asked.map(({ hour }) => hour),
      span.block,
      span.lastSecond,
      span.earliestHour,
    ],
    types: JSON_READY,
  });
  const states: StateRow[][] = asked.map(() => []);
  for (const row of rows) states[row.place - 1]!.push(row);
  return states;
}

/**
 * The price at the end of the hour. If the pool was not yet deep for long enough, in the next hour: the depth
 * may have come late, without a trade since.
 */
function priceOf(
  rows: readonly StateRow[],
  { pool, scale }: PoolQuestion,
  hour: number,
  span: PriceSpan,
): PoolPrice | undefined {
  const states = rows.map(stateOf);
  for (const { lastSecond } of [earlierHour(span, hour), earlierHour(span, hour + 1)]) {
    const end = lastSecond + 1;
    const raw = medianPrice(states, pool.minimumReserve, end - SECONDS_PER_HOUR, end);
    if (raw) return { hour, price: times(raw, scale) };
  }
  return undefined;
}

function stateOf({ since, until, tokenReserve, quoteReserve }: StateRow): PoolState {
  return { since, until, tokenReserve: BigInt(tokenReserve), quoteReserve: BigInt(quoteReserve) };
}
