import type { Pool } from 'pg';
import { powerOfTen, type Ratio, times } from '../../domain/amount/ratio.js';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { PricePool } from '../../domain/price/price-sources.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { medianPrice, type PoolState } from './pool-median.js';
import { earlierHour, type PriceSpan, SECONDS_PER_HOUR } from './price-hour.js';

/** The median price of a pool over an hour. */
export interface PoolPrice {
  /** The last with a trade that left the pool deep, and at whose end, or within the hour after it, it had been deep for long enough. */
  readonly hour: number;
  /** Whole units of the quote for a whole unit of the token. */
  readonly price: Ratio;
}

/** Which pool is asked, and up to which hour. */
interface PoolQuestion {
  readonly pool: PricePool;
  /** In the list of pools. */
  readonly place: number;
  readonly hour: number;
}

/**
 * The states of each pool in the sixty minutes up to the end of its last hour with a deep trade, or up to the requested second within it;
 * the state before, and those of the hour after. Each state lasts until the next one, but no longer than blocks are known without a gap.
 */
const STATES = `
WITH known AS MATERIALIZED (
  SELECT range, timestamp + 1 AS end FROM coverage, unnest(ranges) AS range JOIN block ON number = upper(range) - 1
  WHERE family = 'blocks'
)
SELECT place, last.hour, held.timestamp AS since, state.token_reserve AS "tokenReserve", state.quote_reserve AS "quoteReserve",
       least(lead(held.timestamp) OVER (PARTITION BY place ORDER BY held.block_number), known.end) AS until,
       token.decimals AS "tokenDecimals", quote.decimals AS "quoteDecimals"
FROM unnest($1::bytea[], $2::bool[], $3::numeric[], $4::bytea[], $5::bytea[], $6::int4[]) WITH ORDINALITY
  AS asked (pool, is_token_first, minimum, token, quote, asked_hour, place)
JOIN token_metadata token ON token.token = asked.token AND token.decimals IS NOT NULL
JOIN token_metadata quote ON quote.token = asked.quote AND quote.decimals IS NOT NULL
CROSS JOIN LATERAL (
  SELECT hour, least($8, hour * 3600 + 3599) - 3600 AS before FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN $9 AND asked_hour AND block_number <= $7
    AND CASE WHEN is_token_first THEN reserve1 ELSE reserve0 END >= minimum
  ORDER BY hour DESC, block_number DESC LIMIT 1
) last
CROSS JOIN LATERAL (
  (SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
   WHERE pool = asked.pool AND hour <= last.hour AND timestamp <= last.before
   ORDER BY hour DESC, block_number DESC LIMIT 1)
  UNION ALL
  SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN last.hour - 1 AND last.hour + 1 AND block_number <= $7
    AND timestamp > last.before AND timestamp <= $8
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
  readonly tokenDecimals: number;
  readonly quoteDecimals: number;
}

/**
 * Prices in the order of the pools; undefined without a trade, without an hour that was deep for long enough, or without declared decimals.
 */
export async function poolPrices(
  database: Pick<Pool, 'query'>,
  pools: readonly PricePool[],
  span: PriceSpan,
): Promise<(PoolPrice | undefined)[]> {
  const prices: (PoolPrice | undefined)[] = pools.map(() => undefined);
  let asked: PoolQuestion[] = pools.map((one, place) => ({ pool: one, place, hour: span.hour }));
  while (asked.length > 0) {
    const states = await statesOf(database, asked, span);
    asked = asked.flatMap((question, i) => {
      const hour = states[i]![0]?.hour;
      if (hour === undefined) return [];
      const price = priceOf(states[i]!, question.pool.minimumReserve, hour, span);
      prices[question.place] = price;
      // A trade that made the pool deep for one block must not hide the earlier price.
      return price || hour === span.earliestHour ? [] : [{ ...question, hour: hour - 1 }];
    });
  }
  return prices;
}

/** In the order of the questions. */
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
      // A pool orders its tokens by their addresses.
      pools.map(({ token, quote }) => token < quote),
      pools.map(({ minimumReserve }) => minimumReserve),
      pools.map(({ token }) => fromHex(token)),
      pools.map(({ quote }) => fromHex(quote)),
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

/** At the end of the hour, or with the pool's state in the next one: the depth may have come late, without a trade since. */
function priceOf(
  rows: readonly StateRow[],
  minimumReserve: bigint,
  hour: number,
  span: PriceSpan,
): PoolPrice | undefined {
  const { tokenDecimals, quoteDecimals } = rows[0]!;
  const states = rows.map(stateOf);
  for (const { lastSecond } of [earlierHour(span, hour), earlierHour(span, hour + 1)]) {
    const end = lastSecond + 1;
    const raw = medianPrice(states, minimumReserve, end - SECONDS_PER_HOUR, end);
    if (raw) return { hour, price: times(raw, powerOfTen(1n, tokenDecimals - quoteDecimals)) };
  }
  return undefined;
}

function stateOf({ since, until, tokenReserve, quoteReserve }: StateRow): PoolState {
  return { since, until, tokenReserve: BigInt(tokenReserve), quoteReserve: BigInt(quoteReserve) };
}
