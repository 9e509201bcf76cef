import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { ALLOCATED } from '../../domain/chain/protocol/code-changes.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BALANCE_REQUESTS, balanceOf } from './balance-of.js';
import { amountOf, holderSlots, MAX_AMOUNT_BYTES } from './holder-slots.js';
import { COVERS, countsSince, IS_CURRENT, KNOWN_RUN } from './known-blocks.js';

/** The known balance of one holder of one token at the end of a block. */
export interface TokenBalance {
  readonly headBlock: number;
  /** The block it is of. */
  readonly block: number;
  /** Whether balances of the token are known at that block at all. */
  readonly isCovered: boolean;
  /** Smallest unit, decimal string, as last recorded up to the block; absent where nothing is recorded of the pair. */
  readonly recorded?: string;
  /** All balance changes since deployment are known, so an address without a row has balance 0. */
  readonly isWhole: boolean;
  /** As the token declares them, the symbol as `0x` hex; null where it declares none. */
  readonly symbol: string | null;
  readonly decimals: number | null;
  /** The state read that gives the balance where no value is stored. */
  readonly request: string;
}

/**
 * Head, coverage and balance from one snapshot. With state diffs the value is that of the slot, or of a `balanceOf` read at this very block
 * where the slot is packed. Without state diffs it is that of the last `balanceOf` read, unless the pair was transferred since. A complete
 * slot history proves little where the token may keep its balances elsewhere, too.
 */
const BALANCE = `
WITH asked AS (
  SELECT head, coalesce($3::int8, head) AS block FROM (SELECT max(number) AS head FROM block) newest WHERE head IS NOT NULL
)
SELECT asked.head AS "headNumber", asked.block, blocks.ranges @> asked.block AS "isHeld", gap."fromBlock", gap."toBlock",
       kept.slot, coalesce(kept.is_whole, false) AND NOT coalesce(newest.is_packed, false) AS "isWhole",
       CASE WHEN newest.is_packed THEN said.value ELSE newest.value END AS value, newest.is_packed AS "isPacked", without_diffs.is_known AS "isKnown", said.value AS "said",
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
  ) AND (SELECT count(*) FROM balance_layout WHERE token = $1) = 1 AND NOT EXISTS (
    SELECT FROM balance_check
    JOIN balance_read USING (token, block_number, holder)
    JOIN storage_value ON storage_value.block_number = balance_check.block_number AND storage_value.address = balance_check.token
      AND storage_value.slot = balance_check.slot
    WHERE balance_check.token = $1 AND balance_check.layout = covering.layout AND storage_value.value <> balance_read.value
  ) AS is_whole
  FROM (SELECT) one ${KNOWN_RUN}
  JOIN balance_layout covering ON covering.token = $1 AND ${COVERS} AND ${IS_CURRENT}
  JOIN unnest($5::int2[], $6::bytea[]) AS place (layout, slot) USING (layout)
  CROSS JOIN LATERAL (SELECT ${countsSince('covering.token')} AS since) counted
) kept ON true
LEFT JOIN LATERAL (
  SELECT value, length(value) > ${MAX_AMOUNT_BYTES} AS is_packed FROM storage_value
  WHERE storage_value.slot = kept.slot AND address = $1 AND block_number BETWEEN kept.since AND asked.block
  ORDER BY block_number DESC LIMIT 1
) newest ON true
LEFT JOIN LATERAL (
  SELECT lower(run) AS since, EXISTS (
    SELECT FROM balance_read
    WHERE token = $1 AND value IS NOT NULL AND block_number BETWEEN lower(run) AND asked.block
  ) AS is_known
  FROM coverage state, unnest(blocks.ranges - state.ranges) run
  WHERE state.family = 'state_diff' AND run @> asked.block
) without_diffs ON true
LEFT JOIN LATERAL (
  SELECT value FROM (
    SELECT value, block_number FROM balance_read
    WHERE token = $1 AND holder = $2
      AND block_number BETWEEN CASE WHEN newest.is_packed THEN asked.block ELSE without_diffs.since END AND asked.block
    ORDER BY block_number DESC LIMIT 1
  ) last
  WHERE NOT EXISTS (
    SELECT FROM transfer WHERE from_address = $2 AND token = $1 AND block_number > last.block_number AND block_number <= asked.block
  ) AND NOT EXISTS (
    SELECT FROM transfer WHERE to_address = $2 AND token = $1 AND block_number > last.block_number AND block_number <= asked.block
  )
) said ON true
LEFT JOIN token_metadata declared ON declared.token = $1`;

interface BalanceRow extends MissingRow {
  readonly block: number;
  readonly isHeld: boolean;
  /** Null where no layout applies at the block, or no state diff covers it. */
  readonly slot: string | null;
  readonly isWhole: boolean;
  readonly value: string | null;
  /** The slot holds more than a balance; null where nothing is stored of it. */
  readonly isPacked: boolean | null;
  /** Null where state diffs cover the block. */
  readonly isKnown: boolean | null;
  readonly said: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/** Total number of balance reads that readers may leave open. */
const MAX_REQUESTS = 1_000;

const ADD = `
INSERT INTO pending_read (asker, subject, what, block_number)
SELECT '${BALANCE_REQUESTS}', $1, $2, $3
WHERE (SELECT count(*) FROM (SELECT FROM pending_read WHERE asker = '${BALANCE_REQUESTS}' LIMIT ${MAX_REQUESTS}) open)
    < ${MAX_REQUESTS}
  AND EXISTS (SELECT FROM canonical_block WHERE number = $3)
ON CONFLICT DO NOTHING`;

@Injectable()
export class TokenBalanceReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param token `0x` and 40 lower-case hex characters, like the holder.
   * @param firstBlock lowest block that exists on the chain.
   * @param block the head when left out.
   * @throws {NotCovered} where the block is not stored
   */
  async balance(token: string, holder: string, firstBlock: number, block?: number): Promise<TokenBalance> {
    const holderBytes = fromHex(holder);
    const { layouts, slots } = holderSlots(holderBytes);
    const { rows } = await this.pool.query<BalanceRow>({
      name: 'balance of token',
      text: BALANCE,
      values: [fromHex(token), holderBytes, block ?? null, firstBlock, layouts, slots],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (!row.isHeld) throw NotCovered.block(row, block);
    const recorded = row.slot === null ? row.said : row.value;
    return {
      headBlock: row.headNumber,
      block: row.block,
      isCovered: row.slot !== null || row.isKnown === true,
      ...(recorded !== null && { recorded: amountOf(recorded) }),
      isWhole: row.isWhole,
      symbol: row.symbol,
      decimals: row.decimals,
      request:
        row.slot === null || row.isPacked
          ? balanceOf(holderBytes)
          : formatStateRead({ kind: 'slot', slot: row.slot }),
    };
  }

  /** Leaves a question about a token at the end of a block for nodes to answer, unless too many are open: then a later request does. */
  async ask(token: string, request: string, block: number): Promise<void> {
    await this.pool.query({
      name: 'ask for balance',
      text: ADD,
      values: [fromHex(token), request, block],
    });
  }
}
