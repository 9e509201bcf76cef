import { Injectable } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { fromHex, toHex } from '../../domain/chain/codec/hex.js';
import type { Address, Hex } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { movesItems } from '../../domain/token/moves-items.js';
import { TRANSFER_SHAPES } from '../../domain/token/token-transfer.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { inTransaction } from '../../platform/postgres/transaction.js';
import type { StatePlace } from '../../state/view/view-answer.js';
import { Views } from '../../state/view/views.js';
import { type ExecutedBalance, executedBalances } from './executed-balances.js';
import { amountOf, holderSlots, MAX_AMOUNT_BYTES } from './holder-slots.js';

/** A positive balance of a token. */
export interface TokenHolding {
  /** `0x` hex. */
  readonly token: Address;
  /** Smallest unit, decimal string. */
  readonly balance: string;
  /** Block in which the balance was last written, or which last changed something that it depends on. */
  readonly asOfBlock: number;
}

/** The balances of an address at the end of a block. */
export interface Holdings {
  readonly headBlock: number;
  /** The block at whose end the balances are. */
  readonly block: number;
  /**
   * Number of tokens whose balances are known at that block; absent where the holder may have tokens that
   * were not examined.
   */
  readonly coveredTokenCount?: number;
  /** Wei as a decimal string, and the block in which it last changed; absent where it is not known. */
  readonly native?: { readonly wei: string; readonly asOfBlock: number };
  /** Ascending by token; without balances of zero. */
  readonly tokens: readonly TokenHolding[];
  /** State without which balances could not be executed. */
  readonly missing: readonly StatePlace[];
}

/** Less than every hash, which takes four bytes. */
const BEFORE_HASHES = -(2 ** 31) - 1;

/**
 * Tokens that the holder may have.
 *
 * `held`: walks the holder's slots, one per layout, from contract to contract by their hashes, up to the
 * limit. For each token with such a hash it takes the newest value up to the block, which may hold more than
 * a balance. A layout does not apply to a successor of the contract for which it was found, and storage from
 * before the contract last ended does not count.
 *
 * `others`: tokens without a known layout there. They are all tokens of amounts that the holder sent, or
 * received up to the block, and contracts that wrote such a slot, if their last transfer was of an amount. Of
 * tokens with nothing but transfers without indexed parameters, `selectors` tell whether these are of amounts.
 */
const HELD = `
WITH RECURSIVE asked AS (
  SELECT head, coalesce($2, head) AS block FROM (SELECT max(number) AS head FROM block) newest WHERE head IS NOT NULL
), walk AS (
  SELECT layout, slot, (SELECT hash FROM next_account_of_slot(place.slot, ${BEFORE_HASHES})) AS account
  FROM unnest($3::int2[], $4::bytea[]) AS place (layout, slot)
  UNION ALL
  SELECT layout, slot, (SELECT hash FROM next_account_of_slot(walk.slot, walk.account)) FROM walk WHERE account IS NOT NULL
), held AS (
  SELECT covering.token, covering.layout, newest.value, newest.block_number
  FROM asked
  CROSS JOIN walk
  CROSS JOIN LATERAL balance_layouts_at(asked.block) covering
  CROSS JOIN LATERAL last_cleared(covering.token, asked.block) cleared
  CROSS JOIN LATERAL last_slot_value(
    covering.token, walk.slot, greatest(covering.known_since, cleared.block + 1), asked.block
  ) newest
  WHERE hashbytea(covering.token) = walk.account AND covering.layout = walk.layout AND covering.from_block > coalesce(cleared.block, -1)
    AND newest.value <> ''
  LIMIT $5
), moved AS MATERIALIZED (
  SELECT * FROM tokens_of_holder($1, $5)
), others AS (
  SELECT moved.token, NULL::int2 AS layout, NOT counted.has_amounts AS needs_code, code.selectors
  FROM asked
  CROSS JOIN moved
  CROSS JOIN LATERAL (
    SELECT erc20_transfers + erc777_events > 0 AS has_amounts, unindexed_transfers FROM counts_of_token(moved.token)
  ) counted
  LEFT JOIN LATERAL last_code(CASE WHEN NOT counted.has_amounts AND counted.unindexed_transfers > 0 THEN moved.token END) code ON true
  WHERE (counted.has_amounts OR counted.unindexed_transfers > 0) AND (moved.item_moves = 0 OR moved.amount_moves > 0)
    AND (moved.sent > 0 OR moved.received > 1 OR moved.last_received <= asked.block)
  UNION ALL
  SELECT token.address, walk.layout, false, NULL FROM walk CROSS JOIN LATERAL tokens_of_hash(walk.account) token
  CROSS JOIN asked CROSS JOIN LATERAL last_transfer(token.address, asked.block) last
  WHERE last.shape = ANY ($7::int2[]) AND EXISTS (SELECT FROM last_slot_value(token.address, walk.slot, 0, asked.head))
), found AS (
  SELECT *, false AS needs_code, NULL::bytea AS selectors FROM held
  UNION ALL
  (SELECT token, min(layout), NULL, NULL, needs_code, selectors FROM others WHERE token NOT IN (SELECT token FROM held)
   GROUP BY token, needs_code, selectors ORDER BY token LIMIT $5)
)
SELECT asked.head AS "headBlock", asked.block, covered.count AS "coveredTokenCount", native.wei, native.wei_since AS "nativeSince",
       (SELECT count(*) < $5 FROM moved) AS "isWhole", found.token, found.layout, found.value, found.block_number AS "asOfBlock",
       found.needs_code AS "needsCode", found.selectors
FROM asked
CROSS JOIN LATERAL (SELECT count(*) FROM balance_layouts_at(asked.block)) covered
CROSS JOIN LATERAL account_at($1, asked.block, $6) native
LEFT JOIN found ON true
ORDER BY found.token`;

const OF_AMOUNTS = [TRANSFER_SHAPES.indexOf('erc20'), TRANSFER_SHAPES.indexOf('erc777')];
const NO_LAYOUT = -1;
/** Room in the limit for ether, and for the entry that shows an excess. */
const SPARE = 2;

interface HeldRow {
  readonly headBlock: number;
  readonly block: number;
  readonly coveredTokenCount: number;
  readonly wei: string | null;
  readonly nativeSince: number | null;
  /** Whether all tokens that the holder moved were examined. */
  readonly isWhole: boolean;
  /** Null when there is no token. */
  readonly token: Address | null;
  /** Where the token probably stores the balance; null where no slot of the holder was found. */
  readonly layout: number | null;
  /** The value in the slot of the layout; null, like the next field, where no layout applies. */
  readonly value: string | null;
  readonly asOfBlock: number | null;
  /** Whether the code tells if the token moves amounts or items. */
  readonly needsCode: boolean | null;
  /** Null where they are not needed, or the code is not known. */
  readonly selectors: Hex | null;
}

@Injectable()
export class HoldingsReader {
  constructor(
    private readonly pool: Pool,
    private readonly views: Views,
  ) {}

  /**
   * Balances of an address at the end of a stored block, by default the head, of the tokens that its storage
   * and transfers suggest. They are executed. Where state is missing, the value in the slot of a layout
   * counts if it holds nothing but a balance; other tokens are left out.
   * @param firstBlock lowest block of the chain
   * @param limit maximum number of tokens; pass one more than is allowed
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} while no block is stored, or where the code of the tokens runs too long
   */
  async holdings(
    address: Address,
    firstBlock: number,
    limit: number,
    block?: number,
    database?: PoolClient,
  ): Promise<Holdings> {
    return database
      ? this.#holdings(database, fromHex(address), firstBlock, limit, block)
      : inTransaction(this.pool, (tx) => this.#holdings(tx, fromHex(address), firstBlock, limit, block), {
          isolation: 'repeatable read',
        });
  }

  async #holdings(
    tx: PoolClient,
    holder: Buffer,
    firstBlock: number,
    limit: number,
    asked: number | undefined,
  ): Promise<Holdings> {
    const { layouts, slots } = holderSlots(holder);
    const { rows } = await tx.query<HeldRow>({
      name: 'holdings',
      text: HELD,
      values: [...[holder, asked ?? null, layouts, slots, limit, firstBlock], OF_AMOUNTS],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { headBlock, block, coveredTokenCount, isWhole } = first;
    const shown = new Map(
      rows.flatMap(({ token, value, asOfBlock }) =>
        token === null || value === null ? [] : [[token, { value, asOfBlock: asOfBlock! }]],
      ),
    );
    // Anybody can send tokens, so those without a layout must fit into the limit.
    const others = rows.flatMap((row) =>
      row.token === null || row.value !== null || mayMoveItems(row) ? [] : [row.token],
    );
    const room = Math.max(0, limit - SPARE - shown.size);
    const tokens = [...shown.keys(), ...others.slice(0, room)];
    // A slot may hold something else than a balance. So few tokens may be held although not all were
    // examined.
    const isAll = isWhole && others.length <= room && shown.size < limit && !rows.some(isUnclear);
    const slotOf = new Map(layouts.map((layout, at) => [layout, BigInt(toHex(slots[at]!))]));
    const likelySlots = new Map(rows.map(({ token, layout }) => [token, slotOf.get(layout ?? NO_LAYOUT)]));
    const likely = tokens.map((token) => ({ token, slot: likelySlots.get(token) }));
    const executed = await executedBalances(this.views, tx, holder, likely, block);
    const held = tokens.flatMap((token, at) => holdingOf(token, executed[at]!, shown.get(token)) ?? []);
    const native = await this.#ether(tx, first, holder);
    return {
      headBlock,
      block,
      ...(isAll && {
        coveredTokenCount: coveredTokenCount + held.filter(({ token }) => !shown.has(token)).length,
      }),
      ...(native && { native }),
      missing: [
        ...(native ? [] : [etherOf(holder)]),
        ...executed.flatMap((one) => (one.kind === 'unknown' ? (one.missing ?? []) : [])),
      ],
      tokens: held.sort((one, other) => (one.token < other.token ? -1 : 1)),
    };
  }

  async #ether(
    tx: PoolClient,
    { wei, nativeSince, block }: HeldRow,
    holder: Buffer,
  ): Promise<Holdings['native']> {
    if (wei !== null) return { wei, asOfBlock: nativeSince! };
    const answer = await this.views.ether(tx, toHex(holder) as Address, block);
    return answer.known ? { wei: answer.value.toString(), asOfBlock: answer.since } : undefined;
  }
}

const isUnclear = ({ needsCode, selectors }: HeldRow): boolean => needsCode === true && selectors === null;
const mayMoveItems = (row: HeldRow): boolean => isUnclear(row) || movesItems(row);

const etherOf = (holder: Buffer): StatePlace => ({ kind: 'account', address: toHex(holder) as Address });

interface ShownValue {
  /** `0x` hex. */
  readonly value: string;
  readonly asOfBlock: number;
}

function holdingOf(token: Address, executed: ExecutedBalance, shown?: ShownValue): TokenHolding | undefined {
  const amount = shown && amountOf(shown.value);
  if (executed.kind === 'unknown') {
    const isAmount = executed.missing && shown && shown.value.length <= 2 + 2 * MAX_AMOUNT_BYTES;
    return isAmount ? { token, balance: amount!, asOfBlock: shown.asOfBlock } : undefined;
  }
  if (executed.kind === 'none' || executed.amount === 0n) return undefined;
  const balance = executed.amount.toString();
  return { token, balance, asOfBlock: balance === amount ? shown!.asOfBlock : executed.since };
}
