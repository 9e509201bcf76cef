import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { amountOf, holderSlots, MAX_AMOUNT_BYTES } from './holder-slots.js';
import { COVERS, countsSince, IS_CURRENT, KNOWN_RUN } from './known-blocks.js';

/** A positive balance of a covered token. */
export interface TokenHolding {
  /** `0x` hex. */
  readonly token: string;
  /** Smallest unit, decimal string. */
  readonly balance: string;
  /** Block it was last written in. */
  readonly asOfBlock: number;
}

/** The balances of an address at the end of a block. */
export interface Holdings {
  readonly headBlock: number;
  /** The block they are of. */
  readonly block: number;
  /** Tokens whose balances are known at that block. */
  readonly coveredTokenCount: number;
  /** Decimal string of wei, with the block it last changed in; absent where it is not known. */
  readonly native?: { readonly wei: string; readonly asOfBlock: number };
  /** Ascending by token; zero is not held. */
  readonly tokens: readonly TokenHolding[];
}

/**
 * A walk over the slots of the holder, of which there is one for each layout, from contract to contract and no further than the limit; of
 * each token the newest value up to the block.
 */
const HELD = `
WITH RECURSIVE asked AS (
  SELECT head, coalesce($2, head) AS block FROM (SELECT max(number) AS head FROM block) newest WHERE head IS NOT NULL
), walk AS (
  SELECT layout, slot, (
    SELECT address FROM storage_value WHERE storage_value.slot = place.slot ORDER BY address LIMIT 1
  ) AS token FROM unnest($3::int2[], $4::bytea[]) AS place (layout, slot)
  UNION ALL
  SELECT layout, slot, (
    SELECT address FROM storage_value WHERE storage_value.slot = walk.slot AND address > walk.token ORDER BY address LIMIT 1
  ) FROM walk WHERE token IS NOT NULL
), held AS (
  SELECT token, newest.value, newest.block_number
  FROM asked ${KNOWN_RUN}
  CROSS JOIN walk
  JOIN balance_layout covering USING (token, layout)
  CROSS JOIN LATERAL (
    SELECT value, block_number FROM storage_value
    WHERE storage_value.slot = walk.slot AND address = token
      AND block_number BETWEEN ${countsSince('walk.token')} AND asked.block
    ORDER BY block_number DESC LIMIT 1
  ) newest
  WHERE ${COVERS} AND ${IS_CURRENT} AND newest.value <> '' AND length(newest.value) <= ${MAX_AMOUNT_BYTES}
  LIMIT $5
)
SELECT asked.head AS "headBlock", asked.block, covered.count AS "coveredTokenCount", native.wei, native.wei_since AS "nativeSince",
       held.token, held.value, held.block_number AS "asOfBlock"
FROM asked
CROSS JOIN LATERAL (
  SELECT count(*) FROM asked ${KNOWN_RUN} CROSS JOIN balance_layout covering WHERE ${COVERS}
) covered
CROSS JOIN LATERAL account_at($1, asked.block, $6) native
LEFT JOIN held ON true
ORDER BY held.token`;

interface HeldRow {
  readonly headBlock: number;
  readonly block: number;
  readonly coveredTokenCount: number;
  readonly wei: string | null;
  readonly nativeSince: number | null;
  /** Null, like the next two, when nothing is held. */
  readonly token: string | null;
  readonly value: string;
  readonly asOfBlock: number;
}

@Injectable()
export class HoldingsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * All known balances of an address at the end of a stored block, by default the head. Tokens covered only at other blocks are left out,
   * and so are words that hold more than a balance and balances from before state diffs are known.
   * @param firstBlock lowest block of the chain
   * @param limit maximum number of tokens; ask for one more than is allowed
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} while no block is stored
   */
  async holdings(
    address: string,
    firstBlock: number,
    limit: number,
    block?: number,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<Holdings> {
    const holder = fromHex(address);
    const { layouts, slots } = holderSlots(holder);
    const { rows } = await database.query<HeldRow>({
      name: 'holdings',
      text: HELD,
      values: [holder, block ?? null, layouts, slots, limit, firstBlock],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { headBlock, coveredTokenCount, wei, nativeSince } = first;
    return {
      headBlock,
      block: first.block,
      coveredTokenCount,
      ...(wei !== null && { native: { wei, asOfBlock: nativeSince! } }),
      tokens: rows.flatMap(({ token, value, asOfBlock }) =>
        token === null ? [] : [{ token, balance: amountOf(value), asOfBlock }],
      ),
    };
  }
}
