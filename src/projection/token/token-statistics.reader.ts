import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import type { TokenStandard } from '../../domain/token/token-standard.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BUCKET_BLOCKS } from './holder-sum-changes.js';
import { type Holdings, holdingsOf, measureOf } from './holdings.js';
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
  /** Blocks of the first and the last transfer. */
  readonly firstTransfer: number;
  readonly lastTransfer: number;
  readonly mints: number;
  readonly burns: number;
  /** Decimal texts; null for a token without amounts. */
  readonly minted: string | null;
  readonly burned: string | null;
  /** The shortest window first. */
  readonly windows: readonly ActivityWindow[];
}

/**
 * For each window: the buckets of `$3` blocks after the one in which the window begins, and a part of that
 * one. Of the part, the fewer blocks are read: either those in the window are added, or those before it
 * subtracted from the whole bucket. Senders and receivers are holders whose last transfer is in the window.
 * Neither transfers nor all holders are walked.
 */
const OF_TOKEN = `
SELECT token.*, first.block AS "firstTransfer", last.block AS "lastTransfer", activity.windows
FROM whole_token($1, $2) token
CROSS JOIN LATERAL (SELECT min(bucket) AS first, max(bucket) AS last FROM token_bucket WHERE token = $1 AND transfers > 0) active
CROSS JOIN LATERAL (
  SELECT min(block_number) AS block FROM token_activity
  WHERE hashbytea(token) = hashbytea($1) AND token = $1 AND transfers > 0 AND block_number BETWEEN active.first * $3 AND active.first * $3 + $3 - 1
) first
CROSS JOIN LATERAL (
  SELECT max(block_number) AS block FROM token_activity
  WHERE hashbytea(token) = hashbytea($1) AND token = $1 AND transfers > 0 AND block_number BETWEEN active.last * $3 AND active.last * $3 + $3 - 1
) last
LEFT JOIN LATERAL (
  SELECT json_agg(json_build_object(
    'window', since.name, 'transferCount', whole.transfers + edge.sign * (
      SELECT coalesce(sum(transfers), 0) FROM token_activity WHERE hashbytea(token) = hashbytea($1) AND token = $1 AND block_number BETWEEN edge.low AND edge.high
    ), 'senderCount', whole.senders + edge.sign * active.senders, 'receiverCount', whole.receivers + edge.sign * active.receivers
  ) ORDER BY since.days) AS windows
  FROM (SELECT timestamp FROM block WHERE number = token."headNumber") head
  CROSS JOIN (VALUES ('24h', 1), ('7d', 7), ('30d', 30)) span (name, days)
  CROSS JOIN LATERAL (
    SELECT span.name, span.days, number, number / $3 AS bucket, number % $3 < $3 / 2 AS is_early
    FROM block WHERE timestamp > head.timestamp - span.days * 86400 ORDER BY timestamp LIMIT 1
  ) since
  CROSS JOIN LATERAL (
    SELECT CASE WHEN is_early THEN -1 ELSE 1 END AS sign, CASE WHEN is_early THEN bucket ELSE bucket + 1 END AS first_whole,
           CASE WHEN is_early THEN bucket * $3 ELSE number END AS low, CASE WHEN is_early THEN number ELSE (bucket + 1) * $3 END - 1 AS high
  ) edge
  CROSS JOIN LATERAL (
    SELECT coalesce(sum(transfers), 0) AS transfers, coalesce(sum(senders), 0) AS senders, coalesce(sum(receivers), 0) AS receivers
    FROM token_bucket WHERE token = $1 AND bucket >= edge.first_whole
  ) whole
  CROSS JOIN LATERAL last_active($1, edge.low, edge.high) active
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
