import type { Pool } from 'pg';
import { powerOfTen, type Ratio, times } from '../../kernel/amount/ratio.js';
import type { PricePool } from '../../kernel/price/price-sources.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { medianPrice, type PoolState } from './pool-median.js';
import { earlierHour, type PriceSpan, SECONDS_PER_HOUR } from './price-moment.js';

/** The median price of a pool over an hour. */
export interface PoolPrice {
  /** The last in which somebody traded while the pool was deep. */
  readonly hour: number;
  /** Whole units of the quote for a whole unit of the token. */
  readonly price: Ratio;
}

/**
 * The states of each pool in the sixty minutes up to the end of its last hour with a deep trade, or up to the moment asked for within it;
 * and the one it was in before, where no block since then is missing.
 */
const STATES = `
SELECT place, last.hour, state.timestamp AS since, state.token_reserve AS "tokenReserve", state.quote_reserve AS "quoteReserve",
       token.decimals AS "tokenDecimals", quote.decimals AS "quoteDecimals"
FROM unnest($1::bytea[], $2::bool[], $3::numeric[], $4::bytea[], $5::bytea[]) WITH ORDINALITY
  AS asked (pool, is_token_first, minimum, token, quote, place)
JOIN token_metadata token ON token.token = asked.token AND token.decimals IS NOT NULL
JOIN token_metadata quote ON quote.token = asked.quote AND quote.decimals IS NOT NULL
CROSS JOIN LATERAL (
  SELECT hour, least($8, hour * 3600 + 3599) - 3600 AS before FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN $9 AND $6 AND block_number <= $7
    AND CASE WHEN is_token_first THEN reserve1 ELSE reserve0 END >= minimum
  ORDER BY hour DESC, block_number DESC LIMIT 1
) last
CROSS JOIN LATERAL (
  SELECT min(block_number) AS block_number FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN last.hour - 1 AND last.hour AND timestamp > last.before
) first
CROSS JOIN LATERAL (
  SELECT * FROM (
    SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
    WHERE pool = asked.pool AND hour BETWEEN $9 - 1 AND last.hour AND timestamp <= last.before
    ORDER BY hour DESC, block_number DESC LIMIT 1
  ) before
  WHERE EXISTS (SELECT FROM coverage WHERE family = 'blocks' AND ranges @> int8range(before.block_number, first.block_number, '[]'))
  UNION ALL
  SELECT block_number, timestamp, reserve0, reserve1 FROM price_reserve
  WHERE pool = asked.pool AND hour BETWEEN last.hour - 1 AND last.hour AND timestamp > last.before AND block_number <= $7
) held
CROSS JOIN LATERAL (
  SELECT timestamp, CASE WHEN is_token_first THEN reserve0 ELSE reserve1 END AS token_reserve,
         CASE WHEN is_token_first THEN reserve1 ELSE reserve0 END AS quote_reserve
) state
ORDER BY place, held.block_number`;

interface StateRow {
  readonly place: number;
  readonly hour: number;
  readonly since: number;
  readonly tokenReserve: string;
  readonly quoteReserve: string;
  readonly tokenDecimals: number;
  readonly quoteDecimals: number;
}

/** Prices in the order of the pools; undefined where nobody traded, or decimals are not declared. */
export async function poolPrices(
  database: Pick<Pool, 'query'>,
  pools: readonly PricePool[],
  span: PriceSpan,
): Promise<(PoolPrice | undefined)[]> {
  if (pools.length === 0) return [];
  const { rows } = await database.query<StateRow>({
    name: 'states of pools',
    text: STATES,
    values: [
      pools.map(({ address }) => address),
      // A pool orders its tokens by their addresses.
      pools.map(({ token, quote }) => token < quote),
      pools.map(({ minimumReserve }) => minimumReserve),
      pools.map(({ token }) => bytes(token)),
      pools.map(({ quote }) => bytes(quote)),
      span.hour,
      span.block,
      span.lastSecond,
      span.earliestHour,
    ],
    types: JSON_READY,
  });
  const states: StateRow[][] = pools.map(() => []);
  for (const row of rows) states[row.place - 1]!.push(row);
  return pools.map(({ minimumReserve }, i) => priceOf(states[i]!, minimumReserve, span));
}

function priceOf(rows: readonly StateRow[], minimumReserve: bigint, span: PriceSpan): PoolPrice | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const { hour, tokenDecimals, quoteDecimals } = first;
  const end = earlierHour(span, hour).lastSecond + 1;
  const raw = medianPrice(rows.map(stateOf), minimumReserve, end - SECONDS_PER_HOUR, end);
  return raw && { hour, price: times(raw, powerOfTen(1n, tokenDecimals - quoteDecimals)) };
}

function stateOf({ since, tokenReserve, quoteReserve }: StateRow): PoolState {
  return { since, tokenReserve: BigInt(tokenReserve), quoteReserve: BigInt(quoteReserve) };
}

function bytes(address: string): Buffer {
  return Buffer.from(address.slice(2), 'hex');
}
