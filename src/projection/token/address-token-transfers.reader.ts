import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import {
  HEAD,
  JOIN_MOVEMENT,
  MOVEMENT_COLUMNS,
  type Movement,
  type MovementColumns,
  movement,
  NEWEST_FIRST,
  PLACE,
  type TransferPlace,
} from './movement.js';
import {
  type DescribedToken,
  describedToken,
  joinToken,
  TOKEN_COLUMNS,
  type TokenColumns,
} from './token-columns.js';

export type { TransferPlace };

/** A movement of a token with what the token is. */
export interface TokenTransferRow extends Movement, DescribedToken {
  readonly token: string;
}

/** Token transfers of an address, newest first. */
export interface TokenTransferRows {
  readonly headNumber: number;
  readonly transfers: readonly TokenTransferRow[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

const side = (column: string) => `
  (SELECT ${PLACE} FROM transfer
   WHERE ${column} = $1 AND (${PLACE}) < ($2, $3, $4, $5)
   ORDER BY ${NEWEST_FIRST} LIMIT $6 + 1)`;

/**
 * Each side is walked backwards in its own index, up to the page and one row. A transfer of the address to itself is in both and is merged
 * into one. A single row without a transfer when there is none.
 */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", transfer.token, ${MOVEMENT_COLUMNS}, ${TOKEN_COLUMNS}, code.selectors
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN (${side('from_address')}
  UNION${side('to_address')}
  ORDER BY ${NEWEST_FIRST}
  LIMIT $6 + 1
) place ON true
${JOIN_MOVEMENT}
${joinToken('transfer.token')}
WHERE head.number IS NOT NULL
ORDER BY place.block_number DESC, place.tx_index DESC, place.log_index DESC, place.batch_index DESC`;

interface OfAddressRow extends MovementColumns, TokenColumns {
  readonly headNumber: number;
  readonly token: string;
}

@Injectable()
export class AddressTokenTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Transfers of any token from or to the address; the last log comes first, and in a batch its last element.
   * @param before only transfers older than the one at this place
   * @throws {NotCovered} while no block is stored
   */
  async ofAddress(
    address: string,
    before: TransferPlace = HEAD,
    pageSize: number,
  ): Promise<TokenTransferRows> {
    const { rows } = await this.pool.query<OfAddressRow>({
      name: 'token transfers of address',
      text: OF_ADDRESS,
      values: [fromHex(address), ...before, pageSize],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    const transfers = rows.filter(({ token }) => token !== null);
    return {
      headNumber: first.headNumber,
      transfers: transfers
        .slice(0, pageSize)
        .map((row) => ({ token: row.token, ...movement(row, row), ...describedToken(row) })),
      hasMore: transfers.length > pageSize,
    };
  }
}
