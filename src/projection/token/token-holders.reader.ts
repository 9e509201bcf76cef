import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { holdingsOf, type Measure, measureOf } from './holdings.js';
import { type DescribedToken, describedToken } from './token-columns.js';
import { isWhole, type WholeTokenColumns } from './whole-token.js';

export interface HolderRow {
  readonly holder: Address;
  /** Received minus sent, as decimal text; above zero. */
  readonly balance: string;
  /** Block of the holder's last transfer. */
  readonly lastTransfer: number;
}

/** Holders of a token, largest first. */
export interface TokenHolderRows extends DescribedToken {
  readonly headNumber: number;
  /** Sum of all holdings, as decimal text. */
  readonly held: string;
  readonly holders: readonly HolderRow[];
  /** Whether there are holders with less. */
  readonly hasMore: boolean;
}

/** Balance as decimal text, and holder. */
export type HolderPlace = readonly [string, string];

/** Before every holder. */
const TOP: HolderPlace = ['Infinity', '0x'];

/**
 * One row per holder, or a single row without one. Walks the index of each measure, no further than one row
 * beyond the page. The standard of the token decides which measure counts; walking the other costs little.
 */
const OF_TOKEN = `
SELECT token.*, page.measure, page.holder, page.balance, page.last AS "lastTransfer"
FROM whole_token($1, $2) token
LEFT JOIN top_holders($1, $3, $4, $5) page ON token.transfers > 0 AND token."fromBlock" IS NULL
ORDER BY page.measure, -page.balance, page.holder`;

type OfTokenRow = WholeTokenColumns & HolderRow & { readonly measure: Measure | null };

@Injectable()
export class TokenHoldersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param after only holders that come after this place.
   * @throws {NotCovered} with the first gap that may hide some of it
   */
  async ofToken(
    address: Address,
    firstBlock: number,
    [balance, holder]: HolderPlace = TOP,
    pageSize: number,
  ): Promise<TokenHolderRows> {
    const { rows } = await this.pool.query<OfTokenRow>({
      name: 'holders of token',
      text: OF_TOKEN,
      values: [fromHex(address), firstBlock, balance, fromHex(holder), pageSize + 1],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const { standard, ...declared } = describedToken(first);
    if (!isWhole(first) || standard === undefined) throw NotCovered.record(first);
    const holders = rows.filter(({ measure }) => measure === measureOf(standard));
    return {
      ...{ headNumber: first.headNumber, standard, ...declared, held: holdingsOf(first, standard).held },
      holders: holders.slice(0, pageSize),
      hasMore: holders.length > pageSize,
    };
  }
}
