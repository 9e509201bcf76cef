import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { TokenStandard } from '../../domain/token/token-standard.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type Holdings, holdingsOf, measureOf } from './holdings.js';
import { BUCKET_BLOCKS } from './token-activity.table.js';
import { describedToken } from './token-columns.js';
import { isWhole, type WholeTokenColumns } from './whole-token.js';

export const WINDOWS = ['24h', '7d', '30d'] as const;

/** The activity in a window that ends with the head. */
export interface ActivityWindow {
  readonly window: (typeof WINDOWS)[number];
  readonly transferCount: number;
  readonly senderCount: number;
  readonly receiverCount: number;
}

/** The activity of a token since its creation. */
export interface TokenStatisticsRow extends Holdings {
  readonly headNumber: number;
  readonly standard: TokenStandard;
  readonly transfers: number;
  /** Blocks of the first transfer and the last. */
  readonly firstTransfer: number;
  readonly lastTransfer: number;
  readonly mints: number;
  readonly burns: number;
  /** Decimal texts; null for a token without amounts. */
  readonly minted: string | null;
  readonly burned: string | null;
  /** The shortest first. */
  readonly windows: readonly ActivityWindow[];
}

/**
 * Transfers since the beginning of a window: whole buckets of `$3` blocks after the one in which it begins, and the blocks of that one. Senders
 * and receivers are addresses whose last transfer is within a window: no transfers are walked, and shorter windows are contained in longer ones.
 */
const OF_TOKEN = `
SELECT token.*, first.block AS "firstTransfer", last.block AS "lastTransfer", activity.windows
FROM whole_token($1, $2) token
LEFT JOIN LATERAL (SELECT min(block_number) AS block FROM transfer WHERE token = $1) first ON true
LEFT JOIN LATERAL (SELECT max(block_number) AS block FROM transfer WHERE token = $1) last ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'window', since.name, 'transferCount', (
      SELECT coalesce(sum(transfers), 0) FROM token_bucket WHERE token = $1 AND bucket > since.number / $3
    ) + (
      SELECT coalesce(sum(transfers), 0) FROM token_activity
      WHERE token = $1 AND block_number BETWEEN since.number AND since.number / $3 * $3 + $3 - 1
    ),
    'senderCount', sides.senders[place], 'receiverCount', sides.receivers[place]
  ) ORDER BY place) AS windows
  FROM (
    SELECT (SELECT number FROM block WHERE timestamp > head.timestamp - 86400 ORDER BY timestamp LIMIT 1) AS "24h",
           (SELECT number FROM block WHERE timestamp > head.timestamp - 7 * 86400 ORDER BY timestamp LIMIT 1) AS "7d",
           (SELECT number FROM block WHERE timestamp > head.timestamp - 30 * 86400 ORDER BY timestamp LIMIT 1) AS "30d"
    FROM block head WHERE head.number = token."headNumber"
  ) first
  CROSS JOIN LATERAL (
    SELECT (
      SELECT ARRAY[count(*) FILTER (WHERE last_sent >= first."24h"), count(*) FILTER (WHERE last_sent >= first."7d"), count(*)]
      FROM token_holder WHERE token = $1 AND last_sent >= first."30d"
    ) AS senders, (
      SELECT ARRAY[count(*) FILTER (WHERE last_received >= first."24h"), count(*) FILTER (WHERE last_received >= first."7d"), count(*)]
      FROM token_holder WHERE token = $1 AND last_received >= first."30d"
    ) AS receivers OFFSET 0
  ) sides
  CROSS JOIN LATERAL (
    VALUES ('24h', first."24h", 1), ('7d', first."7d", 2), ('30d', first."30d", 3)
  ) since (name, number, place)
  WHERE token.transfers > 0 AND token."fromBlock" IS NULL
) activity ON true`;

type OfTokenRow = WholeTokenColumns &
  Omit<TokenStatisticsRow, 'windows'> & {
    /** JSON. */
    readonly windows: string;
  };

@Injectable()
export class TokenStatisticsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} with the first gap that may hide some of it
   */
  async ofToken(address: Address, firstBlock: number): Promise<TokenStatisticsRow> {
    const { rows } = await this.pool.query<OfTokenRow>({
      name: 'statistics of token',
      text: OF_TOKEN,
      values: [fromHex(address), firstBlock, BUCKET_BLOCKS],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    const { standard } = describedToken(row);
    if (!isWhole(row) || standard === undefined) throw NotCovered.record(row);
    const hasAmounts = measureOf(standard) === 'amount';
    return {
      ...row,
      ...{ standard, ...holdingsOf(row, standard), windows: JSON.parse(row.windows) as ActivityWindow[] },
      ...(!hasAmounts && { minted: null, burned: null }),
    };
  }
}
