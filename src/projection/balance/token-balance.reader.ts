import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { ALLOCATED } from '../../domain/chain/protocol/code-changes.js';
import { withoutZeros } from '../../domain/chain/record/storage-slot.js';
import { formatStateRead } from '../../domain/event/state-read.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import { Views } from '../../state/view/views.js';
import { BALANCE_LAYOUTS, slotOfHolder } from './balance-layout.js';
import { balanceOf } from './balance-of.js';
import { executedBalances } from './executed-balances.js';
import { amountOf, MAX_AMOUNT_BYTES } from './holder-slots.js';

/** What is known of the balance of one holder of one token at the end of a block. */
export interface TokenBalance {
  readonly headBlock: number;
  /** The block at whose end the balance is. */
  readonly block: number;
  /** Whether any balance of the token is known at that block. */
  readonly isCovered: boolean;
  /** Smallest unit, decimal string, as last known up to the block; absent where nothing is known. */
  readonly recorded?: string;
  /** Whether all balance changes since deployment are known: then an address without a row has balance 0. */
  readonly isWhole: boolean;
  /** The state read that gives the balance where no value is stored. */
  readonly request: string;
  /** Call data of `balanceOf`, `0x` hex. */
  readonly callData: string;
  /** Why the balance could not be executed, for people; absent where it was. */
  readonly missing?: string;
}

/** The block, and what is known of balances of the token there. */
const TOKEN_AT = `
WITH asked AS (
  SELECT head, coalesce($2::int8, head) AS block FROM (SELECT max(number) AS head FROM block) newest WHERE head IS NOT NULL
)
SELECT asked.head AS "headNumber", asked.block, blocks.ranges @> asked.block AS "isHeld",
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       covering.layout, greatest(covering.known_since, cleared.block + 1) AS "valuesSince", without_diffs.since AS "readsSince"
FROM asked
JOIN coverage blocks ON blocks.family = 'blocks'
LEFT JOIN LATERAL gap_at(asked.block, 'blocks', $3, asked.head) gap ON true
CROSS JOIN LATERAL last_cleared($1, asked.block) cleared
LEFT JOIN LATERAL balance_layouts_at(asked.block) covering
  ON covering.token = $1 AND covering.from_block > coalesce(cleared.block, -1)
LEFT JOIN LATERAL (
  SELECT lower(run) AS since FROM coverage state, unnest(blocks.ranges - state.ranges) run
  WHERE state.family = 'state_diff' AND run @> asked.block
) without_diffs ON true`;

/** Selects the block, and what is known of balances of the token there. */
const BY_SLOT = `
SELECT newest.value, EXISTS (
  SELECT FROM code_change
  WHERE address = $1 AND kind = 'set' AND (creation_type IS NOT NULL OR tx_index = $6) AND block_number BETWEEN $4 AND $5
) AND (SELECT count(*) FROM balance_layout WHERE token = $1) = 1 AND NOT EXISTS (
  SELECT FROM balance_check
  JOIN balance_read USING (token, block_number, holder)
  CROSS JOIN LATERAL slot_values_in(balance_check.block_number, balance_check.token, ltrim(balance_check.slot, '\\x00')) word
  WHERE balance_check.token = $1 AND balance_check.layout = $3 AND word.value <> balance_read.value
) AS "isWhole"
FROM (SELECT) one
LEFT JOIN last_slot_value($1, $2, $4, $5) newest ON true`;

/** The last `balanceOf` read of a pair in a range, unless the pair was transferred since; and whether any of the token there was answered. */
const BY_READS = `
SELECT valid.value, EXISTS (
  SELECT FROM balance_read WHERE token = $1 AND value IS NOT NULL AND block_number BETWEEN $3 AND $4
) AS "isAnswered"
FROM (SELECT) one
LEFT JOIN LATERAL (
  SELECT value FROM (
    SELECT value, block_number FROM balance_read
    WHERE token = $1 AND holder = $2 AND block_number BETWEEN $3 AND $4
    ORDER BY block_number DESC LIMIT 1
  ) last
  WHERE NOT EXISTS (SELECT FROM moves_in($2, $1, last.block_number + 1, $4))
) valid ON true`;

interface TokenAt extends MissingRow {
  readonly block: number;
  readonly isHeld: boolean;
  /** Null where no layout applies at the block, or no state diff covers it. */
  readonly layout: number | null;
  /** First block whose storage values count; null where `layout` is. */
  readonly valuesSince: number | null;
  /** First block of the run without state diffs; null where state diffs cover the block. */
  readonly readsSince: number | null;
}

/** 20 bytes each. */
interface Pair {
  readonly token: Buffer;
  readonly holder: Buffer;
}

type KnownBalance = Pick<TokenBalance, 'isCovered' | 'recorded' | 'isWhole' | 'request' | 'missing'>;

@Injectable()
export class TokenBalanceReader {
  constructor(
    private readonly pool: Pool,
    private readonly views: Views,
  ) {}

  /**
   * @param token `0x` and 40 lower-case hex characters, like the holder.
   * @param firstBlock lowest block that exists on the chain.
   * @param block the head when left out.
   * @param tx a transaction with a snapshot; one of its own when left out
   * @throws {NotCovered} where the block is not stored, or the token's code runs too long
   */
  async balance(
    token: Address,
    holder: Address,
    firstBlock: number,
    block?: number,
    tx?: PoolClient,
  ): Promise<TokenBalance> {
    const pair = { token: fromHex(token), holder: fromHex(holder) };
    const read = (one: PoolClient) => this.#balanceAt(one, pair, firstBlock, block);
    return tx ? read(tx) : inTransaction(this.pool, read, { isolation: 'repeatable read' });
  }

  async #balanceAt(
    tx: PoolClient,
    pair: Pair,
    firstBlock: number,
    block: number | undefined,
  ): Promise<TokenBalance> {
    const { rows } = await tx.query<TokenAt>({
      name: 'token at block',
      text: TOKEN_AT,
      values: [pair.token, block ?? null, firstBlock],
      types: JSON_READY,
    });
    const [at] = rows;
    if (!at) throw NotCovered.unavailable();
    if (!at.isHeld) throw NotCovered.block(at, block);
    return {
      headBlock: at.headNumber,
      block: at.block,
      callData: balanceOf(pair.holder),
      ...(await this.#known(tx, pair, at)),
    };
  }

  /** Executes the balance. Where state is missing, takes it from the layout or from a node's answers. */
  async #known(tx: PoolClient, pair: Pair, at: TokenAt): Promise<KnownBalance> {
    const request = balanceOf(pair.holder);
    const token = toHex(pair.token);
    const [executed] = await executedBalances(this.views, tx, pair.holder, [{ token }], at.block);
    if (executed!.kind === 'none') return { isCovered: false, isWhole: false, request };
    if (executed!.kind === 'amount') {
      return { isCovered: true, isWhole: true, recorded: executed!.amount.toString(), request };
    }
    const { why: missing } = executed!;
    // A layout replaces missing state only, never an execution that answered otherwise or took too long.
    if (!executed!.missing) return { isCovered: false, isWhole: false, request, missing };
    const recorded = at.layout === null ? await byReads(tx, pair, at) : await bySlot(tx, pair, at, at.layout);
    return { ...recorded, missing };
  }
}

/**
 * With state diffs, the balance is the value of the slot. Where the slot is packed, only a read at this very
 * block counts.
 */
async function bySlot(tx: PoolClient, pair: Pair, at: TokenAt, layout: number): Promise<KnownBalance> {
  const slot = slotOfHolder(BALANCE_LAYOUTS.find(({ number }) => number === layout)!, pair.holder);
  const { rows } = await tx.query<{ value: string | null; isWhole: boolean }>({
    name: 'balance by slot',
    text: BY_SLOT,
    values: [pair.token, withoutZeros(slot), layout, at.valuesSince, at.block, ALLOCATED],
    types: JSON_READY,
  });
  const { value, isWhole } = rows[0]!;
  if (value !== null && isPacked(value)) {
    const { isAnswered: _, ...read } = await lastRead(tx, pair, at.block, at.block);
    return { isCovered: true, isWhole: false, ...read, request: balanceOf(pair.holder) };
  }
  return {
    isCovered: true,
    isWhole,
    ...recorded(value),
    request: formatStateRead({ kind: 'slot', slot: toHex(slot) }),
  };
}

/** Without state diffs, the balance is that of the last read. */
async function byReads(tx: PoolClient, pair: Pair, { readsSince, block }: TokenAt): Promise<KnownBalance> {
  const request = balanceOf(pair.holder);
  if (readsSince === null) return { isCovered: false, isWhole: false, request };
  const { isAnswered, ...read } = await lastRead(tx, pair, readsSince, block);
  return { isCovered: isAnswered, isWhole: false, ...read, request };
}

async function lastRead(
  tx: PoolClient,
  { token, holder }: Pair,
  from: number,
  block: number,
): Promise<{ readonly recorded?: string; readonly isAnswered: boolean }> {
  const { rows } = await tx.query<{ value: string | null; isAnswered: boolean }>({
    name: 'balance by reads',
    text: BY_READS,
    values: [token, holder, from, block],
    types: JSON_READY,
  });
  const { value, isAnswered } = rows[0]!;
  return { ...recorded(value), isAnswered };
}

const recorded = (value: string | null) => (value === null ? {} : { recorded: amountOf(value) });

/** @param value `0x` hex */
const isPacked = (value: string): boolean => value.length > 2 + 2 * MAX_AMOUNT_BYTES;
