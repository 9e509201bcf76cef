import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BUCKET_BLOCKS } from './fee-recipient-buckets.js';

/** One fee recipient and the blocks of a window that name it. */
export interface ProposerRow {
  readonly feeRecipient: Address;
  readonly blockCount: number;
  readonly firstBlock: number;
  readonly lastBlock: number;
  /** Wei. */
  readonly tips: string;
}

/** The stored blocks of the last days before the head. */
export interface ProposerRows {
  readonly headNumber: number;
  readonly fromBlock: number;
  readonly blockCount: number;
  readonly proposerCount: number;
  /** Most blocks first, then the most recent, then by address. */
  readonly proposers: readonly ProposerRow[];
}

/** The buckets that lie in the window, and the blocks of the one in which it begins. */
const RANKED = `
WITH head AS MATERIALIZED (
  SELECT number, timestamp FROM block ORDER BY number DESC LIMIT 1
), first AS MATERIALIZED (
  SELECT number, (number / $3::int4 + 1)::int4 AS whole FROM block
  WHERE timestamp > (SELECT timestamp FROM head) - $1::int4 * 86400 ORDER BY timestamp LIMIT 1
), recipient AS (
  SELECT fee_recipient, sum(block_count)::int8 AS block_count, min(first_block) AS first_block,
         max(last_block) AS last_block, sum(tips) AS tips
  FROM (
    SELECT fee_recipient, block_count, first_block, last_block, tips
    FROM fee_recipient_bucket WHERE bucket >= (SELECT whole FROM first)
    UNION ALL
    SELECT fee_recipient, 1, number, number, tips(total_gas_fees, base_fee_per_gas, gas_used)
    FROM block WHERE number BETWEEN (SELECT number FROM first) AND (SELECT whole::int8 * $3 - 1 FROM first)
  ) part
  GROUP BY fee_recipient
)
SELECT head.number AS "headNumber", first.number AS "fromBlock", sum(block_count) OVER ()::int8 AS "windowBlocks",
       count(*) OVER () AS "proposerCount", fee_recipient AS "feeRecipient", block_count AS "blockCount",
       first_block AS "firstBlock", last_block AS "lastBlock", tips
FROM recipient, head, first
ORDER BY block_count DESC, last_block DESC, fee_recipient
LIMIT $2`;

type RankedRow = ProposerRow & Omit<ProposerRows, 'proposers'> & { readonly windowBlocks: number };

@Injectable()
export class ProposersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The fee recipients with the most blocks in the last `windowDays` days before the head.
   * @throws {NotCovered} while no block is stored
   */
  async ranked(windowDays: number, limit: number): Promise<ProposerRows> {
    const { rows } = await this.pool.query<RankedRow>({
      name: 'proposers of window',
      text: RANKED,
      values: [windowDays, limit, BUCKET_BLOCKS],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { headNumber, fromBlock, windowBlocks, proposerCount } = first;
    return { headNumber, fromBlock, blockCount: windowBlocks, proposerCount, proposers: rows };
  }
}
