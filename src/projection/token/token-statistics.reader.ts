import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { TokenStandard } from '../../domain/token/token-standard.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { HOLDER_SUMS, type HolderSums, type Holdings, holdingsOf, measureOf } from './holdings.js';
import { BUCKET_BLOCKS } from './token-activity.table.js';
import { describedToken } from './token-columns.js';
import { isWhole, WHOLE_TOKEN, WHOLE_TOKEN_COLUMNS, type WholeTokenColumns } from './whole-token.js';

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

/** Whole buckets after the one in which the time begins, and the blocks of that one. */
const TRANSFERS_SINCE = `
  (SELECT coalesce(sum(transfers), 0) FROM token_bucket
   WHERE token = $1 AND bucket > since.number / ${BUCKET_BLOCKS}) +
  (SELECT coalesce(sum(transfers), 0) FROM token_activity
   WHERE token = $1 AND block_number BETWEEN since.number AND since.number / ${BUCKET_BLOCKS} * ${BUCKET_BLOCKS} + ${BUCKET_BLOCKS - 1})`;

/** First block of the so many days that end with the head. */
const FIRST_OF = (days: number): string => `
  (SELECT number FROM block
   WHERE timestamp > (SELECT timestamp FROM block WHERE number = head.number) - ${days} * 86400
   ORDER BY timestamp LIMIT 1)`;

/**
 * Number of addresses whose last transfer is within each window: no transfers are walked, and shorter windows are contained in longer ones.
 */
const SIDES_SINCE = (last: string): string => `
  (SELECT ARRAY[count(*) FILTER (WHERE ${last} >= first."24h"), count(*) FILTER (WHERE ${last} >= first."7d"), count(*)]
   FROM token_holder WHERE token = $1 AND ${last} >= first."30d")`;

const OF_TOKEN = `
SELECT ${WHOLE_TOKEN_COLUMNS}, ${HOLDER_SUMS}, token.mints, token.burns, token.minted, token.burned,
       first.block AS "firstTransfer", last.block AS "lastTransfer", activity.windows
${WHOLE_TOKEN}
LEFT JOIN LATERAL (SELECT min(block_number) AS block FROM transfer WHERE token = $1) first ON true
LEFT JOIN LATERAL (SELECT max(block_number) AS block FROM transfer WHERE token = $1) last ON true
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'window', since.name, 'transferCount', ${TRANSFERS_SINCE},
    'senderCount', sides.senders[place], 'receiverCount', sides.receivers[place]
  ) ORDER BY place) AS windows
  FROM (SELECT ${FIRST_OF(1)} AS "24h", ${FIRST_OF(7)} AS "7d", ${FIRST_OF(30)} AS "30d") first
  CROSS JOIN LATERAL (
    SELECT ${SIDES_SINCE('last_sent')} AS senders, ${SIDES_SINCE('last_received')} AS receivers OFFSET 0
  ) sides
  CROSS JOIN LATERAL (
    VALUES ('24h', first."24h", 1), ('7d', first."7d", 2), ('30d', first."30d", 3)
  ) since (name, number, place)
  WHERE token.transfers > 0 AND gap."fromBlock" IS NULL
) activity ON true
WHERE head.number IS NOT NULL`;

type OfTokenRow = WholeTokenColumns &
  HolderSums &
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
  async ofToken(address: string, firstBlock: number): Promise<TokenStatisticsRow> {
    const { rows } = await this.pool.query<OfTokenRow>({
      name: 'statistics of token',
      text: OF_TOKEN,
      values: [fromHex(address), firstBlock],
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
