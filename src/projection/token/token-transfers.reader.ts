import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { HEAD, type Movement, type MovementColumns, movement, type TransferPlace } from './movement.js';
import { type DescribedToken, describedToken } from './token-columns.js';
import { isWhole, type WholeTokenColumns } from './whole-token.js';

export type { Movement, TransferPlace };

/** Transfers of a token, newest first. */
export interface MovementRows extends DescribedToken {
  readonly headNumber: number;
  readonly transfers: readonly Movement[];
  /** Whether there are older transfers. */
  readonly hasMore: boolean;
}

/** One row per transfer, or a single one without. */
const OF_TOKEN = `
SELECT token.*, movement.*, block.timestamp
FROM whole_token($1, $2) token
LEFT JOIN LATERAL (
  SELECT * FROM transfer_rows_of_token($1, $3, $4, $5, $6, $7) WHERE token.transfers > 0 AND token."fromBlock" IS NULL
) movement ON true
LEFT JOIN block ON block.number = movement."blockNumber"
ORDER BY movement."blockNumber" DESC, movement."txIndex" DESC, movement."logIndex" DESC, movement."batchIndex" DESC`;

/** Null columns where the page is empty. */
type OfTokenRow = WholeTokenColumns & Omit<MovementColumns, 'shape'> & { readonly shape: number | null };

@Injectable()
export class TokenTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Transfers of the token, newest first; in a block the last log first, and in a batch its last element.
   * @param address `0x` and 40 lower-case hex characters.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param before only transfers older than the one at this place.
   * @throws {NotCovered} with the first gap that may hide transfers
   */
  async ofToken(
    address: Address,
    firstBlock: number,
    before: TransferPlace = HEAD,
    pageSize: number,
  ): Promise<MovementRows> {
    const { rows } = await this.pool.query<OfTokenRow>({
      name: 'transfers of token',
      text: OF_TOKEN,
      values: [fromHex(address), firstBlock, ...before, pageSize + 1],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (!isWhole(first)) throw NotCovered.record(first);
    const found = rows.filter(isMoved);
    return {
      ...{ headNumber: first.headNumber, ...describedToken(first) },
      transfers: found.slice(0, pageSize).map((row) => movement(row, row)),
      hasMore: found.length > pageSize,
    };
  }
}

const isMoved = (row: OfTokenRow): row is OfTokenRow & MovementColumns => row.shape !== null;
