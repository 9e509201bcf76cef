import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ALLOCATED } from '../../kernel/chain/code-changes.js';
import { type Missing, type MissingRow, missing } from '../../kernel/refusal/missing-record.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { balanceOf } from './balance-of.js';
import { amountOf, holderSlots } from './holder-slots.js';
import { COVERS, countsSince, TOLD } from './told-blocks.js';

/** What is known of one holder of one token at the end of a block. */
export interface TokenBalance {
  readonly headBlock: number;
  /** The block it is of. */
  readonly block: number;
  /** Whether balances of the token are known at that block at all. */
  readonly isCovered: boolean;
  /** Smallest unit, decimal string, as last recorded up to the block; absent where nothing is recorded of the pair. */
  readonly recorded?: string;
  /** Every change since the token was created is known: of whom nothing is recorded, holds nothing. */
  readonly isWhole: boolean;
  /** As the token declares them, the symbol as `0x` hex; null where it declares none. */
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** What to ask a node for where nothing is recorded. */
  readonly question: string;
}

/**
 * Head, coverage and record of one moment: what state diffs tell of the slot, or where there are none what the token said when it was last
 * asked, after every transfer of the pair.
 */
const BALANCE = `
WITH asked AS (
  SELECT head, coalesce($3::int8, head) AS block FROM (SELECT max(number) AS head FROM block) newest WHERE head IS NOT NULL
)
SELECT asked.head AS "headNumber", asked.block, blocks.ranges @> asked.block AS "isHeld", gap."fromBlock", gap."toBlock",
       kept.slot, coalesce(kept.is_whole, false) AS "isWhole", newest.value, untold.is_told AS "isTold", said.value AS "said",
       declared.symbol, declared.decimals
FROM asked
JOIN coverage blocks ON blocks.family = 'blocks'
LEFT JOIN LATERAL (
  SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
  FROM unnest(int8multirange(int8range($4::int8, greatest($4, asked.head + 1))) - blocks.ranges) missing
  WHERE missing @> asked.block
) gap ON true
LEFT JOIN LATERAL (
  SELECT place.slot, counted.since, EXISTS (
    SELECT FROM code_change
    WHERE address = $1 AND kind = 'set' AND (creation_type IS NOT NULL OR tx_index = ${ALLOCATED})
      AND block_number BETWEEN counted.since AND asked.block
  ) AS is_whole
  FROM (SELECT) one ${TOLD}
  JOIN balance_layout covering ON covering.token = $1 AND ${COVERS}
  JOIN unnest($5::int2[], $6::bytea[]) AS place (layout, slot) USING (layout)
  CROSS JOIN LATERAL (SELECT ${countsSince('covering.token')} AS since) counted
) kept ON true
LEFT JOIN LATERAL (
  SELECT value FROM storage_value
  WHERE storage_value.slot = kept.slot AND address = $1 AND block_number BETWEEN kept.since AND asked.block
  ORDER BY block_number DESC LIMIT 1
) newest ON true
LEFT JOIN LATERAL (
  SELECT lower(run) AS since, EXISTS (
    SELECT FROM balance_read
    WHERE token = $1 AND value IS NOT NULL AND block_number BETWEEN lower(run) AND asked.block
  ) AS is_told
  FROM coverage state, unnest(blocks.ranges - state.ranges) run
  WHERE state.family = 'state_diff' AND run @> asked.block
) untold ON true
LEFT JOIN LATERAL (
  SELECT value FROM balance_read
  WHERE token = $1 AND holder = $2 AND block_number BETWEEN untold.since AND asked.block
  ORDER BY block_number DESC LIMIT 1
) said ON true
LEFT JOIN token_metadata declared ON declared.token = $1`;

interface BalanceRow extends MissingRow {
  readonly block: number;
  readonly isHeld: boolean;
  /** Null where no layout holds at the block, or no state diff tells. */
  readonly slot: string | null;
  readonly isWhole: boolean;
  readonly value: string | null;
  /** Null where state diffs tell. */
  readonly isTold: boolean | null;
  readonly said: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/** What those who ask for balances may leave for nodes to answer, in all. */
const MAX_QUESTIONS = 1_000;

const ASK = `
INSERT INTO pending_read (asker, subject, what, block_number)
SELECT 'balance', $1, $2, $3
WHERE (SELECT count(*) FROM (SELECT FROM pending_read WHERE asker = 'balance' LIMIT ${MAX_QUESTIONS}) open) < ${MAX_QUESTIONS}
  AND EXISTS (SELECT FROM canonical_block WHERE number = $3)
ON CONFLICT DO NOTHING`;

@Injectable()
export class TokenBalanceReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param token `0x` and 40 lower-case hex characters, like the holder.
   * @param firstBlock lowest block that exists on the chain.
   * @param block the head when left out.
   * @returns why the block is not held; `undefined` while none is held at all.
   */
  async balance(
    token: string,
    holder: string,
    firstBlock: number,
    block?: number,
  ): Promise<TokenBalance | Missing | undefined> {
    const holderBytes = Buffer.from(holder.slice(2), 'hex');
    const { layouts, slots } = holderSlots(holderBytes);
    const { rows } = await this.pool.query<BalanceRow>({
      name: 'balance of token',
      text: BALANCE,
      values: [Buffer.from(token.slice(2), 'hex'), holderBytes, block ?? null, firstBlock, layouts, slots],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) return undefined;
    if (!row.isHeld) return missing(row);
    const recorded = row.slot === null ? row.said : row.value;
    return {
      headBlock: row.headNumber,
      block: row.block,
      isCovered: row.slot !== null || row.isTold === true,
      ...(recorded !== null && { recorded: amountOf(recorded) }),
      isWhole: row.isWhole,
      symbol: row.symbol,
      decimals: row.decimals,
      question: row.slot === null ? balanceOf(holderBytes) : `slot:${row.slot}`,
    };
  }

  /** Leaves a question about a token at the end of a block for nodes to answer, unless too many are open: then a later request does. */
  async ask(token: string, question: string, block: number): Promise<void> {
    await this.pool.query({
      name: 'ask for balance',
      text: ASK,
      values: [Buffer.from(token.slice(2), 'hex'), question, block],
    });
  }
}
