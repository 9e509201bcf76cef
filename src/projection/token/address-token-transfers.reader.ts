import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { HEAD, type TransferPlace } from './movement.js';
import { type TokenTransferColumns, type TokenTransferRow, tokenTransferRow } from './token-transfer-row.js';

export type { TokenTransferRow, TransferPlace };

/** Token transfers of an address, newest first. */
export interface TokenTransferRows {
  readonly headNumber: number;
  readonly transfers: readonly TokenTransferRow[];
  /** Whether there are older transfers. */
  readonly hasMore: boolean;
}

/** A single row without a transfer when there is none. */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", movement.*, block.timestamp, token.erc20_transfers AS erc20, token.erc721_transfers AS erc721,
       token.erc1155_transfers AS erc1155, token.unindexed_transfers AS unindexed, token.erc777_events AS erc777,
       token.erc4626_events AS erc4626, declared.symbol, declared.name, declared.decimals, code.selectors
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL transfer_rows_of($1, $2, $3, $4, $5, $6 + 1) movement ON true
LEFT JOIN block ON block.number = movement."blockNumber"
LEFT JOIN token ON token.address = movement.token
LEFT JOIN token_metadata declared ON declared.token = movement.token
LEFT JOIN LATERAL last_code(CASE WHEN token.unindexed_transfers > 0 THEN movement.token END) code ON true
WHERE head.number IS NOT NULL
ORDER BY movement."blockNumber" DESC, movement."txIndex" DESC, movement."logIndex" DESC, movement."batchIndex" DESC`;

/** Transfers of the address that one page examines. */
const SCANNED_ROWS = 10_000;

/**
 * Walks the transfers of the address like `OF_ADDRESS`, and selects those with one counterparty. The walk
 * ends after a number of rows, because a busy address may have had one transfer with the counterparty, long
 * ago. `next` is the last row of the page or, if there may be more, the last one examined. The gap is the
 * lowest one that the page spans.
 */
const BETWEEN = `
WITH scanned AS MATERIALIZED (
  SELECT * FROM transfers_of($1, $3, $4, $5, $6, $8)
), found AS MATERIALIZED (
  SELECT * FROM scanned WHERE other = $2
  ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC
  LIMIT $7 + 1
), next AS (
  (SELECT block_number, tx_index, log_index, batch_index FROM found WHERE (SELECT count(*) FROM found) > $7
   ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC OFFSET $7 - 1 LIMIT 1)
  UNION ALL
  (SELECT block_number, tx_index, log_index, batch_index FROM scanned
   ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC OFFSET $8 - 1)
  ORDER BY block_number DESC, tx_index DESC, log_index DESC, batch_index DESC LIMIT 1
)
SELECT head.number AS "headNumber", gap.from_block AS "fromBlock", gap.to_block AS "toBlock",
       CASE WHEN next.block_number IS NOT NULL
            THEN json_build_array(next.block_number, next.tx_index, next.log_index, next.batch_index)::text END AS next,
       movement.*, block.timestamp, token.erc20_transfers AS erc20,
       token.erc721_transfers AS erc721, token.erc1155_transfers AS erc1155, token.unindexed_transfers AS unindexed,
       token.erc777_events AS erc777, token.erc4626_events AS erc4626, declared.symbol, declared.name, declared.decimals, code.selectors
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN next ON true
LEFT JOIN LATERAL first_gap(ARRAY['blocks'], coalesce(next.block_number, $9), least($3, head.number)) gap ON true
CROSS JOIN (
  SELECT array_agg(block_number) AS blocks, array_agg(log_index) AS logs, array_agg(batch_index) AS batches FROM found
) place
LEFT JOIN LATERAL transfers_at(place.blocks, place.logs, place.batches) movement ON true
LEFT JOIN block ON block.number = movement."blockNumber"
LEFT JOIN token ON token.address = movement.token
LEFT JOIN token_metadata declared ON declared.token = movement.token
LEFT JOIN LATERAL last_code(CASE WHEN token.unindexed_transfers > 0 THEN movement.token END) code ON true
WHERE head.number IS NOT NULL
ORDER BY movement."blockNumber" DESC, movement."txIndex" DESC, movement."logIndex" DESC, movement."batchIndex" DESC`;

interface OfAddressRow extends TokenTransferColumns {
  readonly headNumber: number;
}

interface BetweenRow extends OfAddressRow, MissingRow {
  /** A place as JSON. */
  readonly next: string | null;
}

/** Token transfers between two addresses, newest first. */
export interface TokenTransfersBetween {
  readonly headNumber: number;
  readonly transfers: readonly TokenTransferRow[];
  /** Where to continue; absent when everything was examined. */
  readonly next?: TransferPlace;
}

@Injectable()
export class AddressTokenTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Transfers of any token from or to the address, newest first; in a block the last log first, and in a
   * batch its last element.
   * @param before only transfers older than the one at this place
   * @throws {NotCovered} while no block is stored
   */
  async ofAddress(
    address: Address,
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
      transfers: transfers.slice(0, pageSize).map(tokenTransferRow),
      hasMore: transfers.length > pageSize,
    };
  }

  /**
   * As `ofAddress`, transfers from or to one counterparty only. A page may be empty although there are more.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing
   * @param scannedRows transfers of the address that are looked at
   * @throws {NotCovered} with a gap between the blocks of the page, or below those of the last one
   */
  async between(
    address: Address,
    counterparty: Address,
    firstBlock: number,
    before: TransferPlace = HEAD,
    pageSize: number,
    scannedRows = SCANNED_ROWS,
  ): Promise<TokenTransfersBetween> {
    const { rows } = await this.pool.query<BetweenRow>({
      name: 'token transfers between',
      text: BETWEEN,
      values: [fromHex(address), fromHex(counterparty), ...before, pageSize, scannedRows, firstBlock],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (first.fromBlock !== null) throw NotCovered.record(first);
    return {
      headNumber: first.headNumber,
      transfers: rows
        .filter(({ token }) => token !== null)
        .slice(0, pageSize)
        .map(tokenTransferRow),
      ...(first.next !== null && { next: JSON.parse(first.next) as TransferPlace }),
    };
  }
}
