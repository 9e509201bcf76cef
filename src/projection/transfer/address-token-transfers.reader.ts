import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type TokenStandard, tokenStandard } from '../../kernel/token/token-standard.js';
import { TRANSFER_SHAPES, type TransferShape } from '../../kernel/token/token-transfer.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** One movement of one token. */
export interface TokenTransferRow {
  readonly blockNumber: number;
  readonly txIndex: number;
  readonly logIndex: number;
  /** Place in a batch event, 0 elsewhere. */
  readonly batchIndex: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly txHash: string;
  readonly txSender: string;
  /** Null for a creation. */
  readonly txTo: string | null;
  readonly token: string;
  /** Absent while no transfer settles it. */
  readonly standard?: TokenStandard;
  /** Bytes as the token declares them, as `0x` hex; null when none are known. */
  readonly symbol: string | null;
  readonly name: string | null;
  /** Null when none are known. */
  readonly decimals: number | null;
  readonly shape: TransferShape;
  /** Null on a mint. */
  readonly from: string | null;
  /** Null on a burn. */
  readonly to: string | null;
  readonly operator: string | null;
  readonly tokenId: string | null;
  readonly value: string | null;
}

/** Token transfers of an address, newest first. */
export interface TokenTransferRows {
  readonly headNumber: number;
  readonly transfers: readonly TokenTransferRow[];
  /** Whether there are older ones. */
  readonly hasMore: boolean;
}

/** Block, transaction, log, and place in a batch. */
export type TransferPlace = readonly [number, number, number, number];

const PLACE = 'block_number, tx_index, log_index, batch_index';
const NEWEST_FIRST = 'block_number DESC, tx_index DESC, log_index DESC, batch_index DESC';
/** Above every place there is: an `int4` index has no larger value. */
const HEAD: TransferPlace = [Number.MAX_SAFE_INTEGER, 0, 0, 0];

const side = (column: string) => `
  (SELECT ${PLACE} FROM transfer
   WHERE ${column} = $1 AND (${PLACE}) < ($2, $3, $4, $5)
   ORDER BY ${NEWEST_FIRST} LIMIT $6 + 1)`;

/**
 * Each side is walked backwards in its own index and no further than the page and one row; what an address sent itself stands in both
 * and is merged into one. A single row without a transfer when there is none. The code of a token is looked at only where its events
 * leave open what it is.
 */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", transfer.block_number AS "blockNumber", transfer.tx_index AS "txIndex",
       transfer.log_index AS "logIndex", transfer.batch_index AS "batchIndex", block.timestamp, tx.hash AS "txHash",
       tx.from_address AS "txSender", tx.to_address AS "txTo", transfer.token, transfer.shape,
       transfer.from_address AS "from", transfer.to_address AS "to", transfer.operator, transfer.token_id AS "tokenId",
       transfer.value, token.erc20_transfers AS erc20, token.erc721_transfers AS erc721,
       token.erc1155_transfers AS erc1155, token.unindexed_transfers AS unindexed, token.erc777_events AS erc777,
       token.erc4626_events AS erc4626, code.selectors, declared.symbol, declared.name, declared.decimals
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN (${side('from_address')}
  UNION${side('to_address')}
  ORDER BY ${NEWEST_FIRST}
  LIMIT $6 + 1
) place ON true
LEFT JOIN transfer USING (${PLACE})
LEFT JOIN transaction tx USING (block_number, tx_index)
LEFT JOIN block ON block.number = place.block_number
LEFT JOIN token ON token.address = transfer.token
LEFT JOIN token_metadata declared ON declared.token = transfer.token
LEFT JOIN LATERAL (
  SELECT code.selectors FROM code_change JOIN code ON code.hash = code_change.code_hash
  WHERE code_change.address = transfer.token AND token.unindexed_transfers > 0
  ORDER BY code_change.block_number DESC, code_change.tx_index DESC LIMIT 1
) code ON true
WHERE head.number IS NOT NULL
ORDER BY place.block_number DESC, place.tx_index DESC, place.log_index DESC, place.batch_index DESC`;

const OWNER_OF = '6352211e';

type OfAddressRow = Omit<TokenTransferRow, 'shape' | 'standard'> & {
  readonly headNumber: number;
  readonly shape: number;
  readonly erc20: number;
  readonly erc721: number;
  readonly erc1155: number;
  readonly unindexed: number;
  readonly erc777: number;
  readonly erc4626: number;
  /** Null where nobody needs them, or where the code of the token is not known. */
  readonly selectors: string | null;
};

@Injectable()
export class AddressTokenTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * What the address sent and was sent of any token; the last log comes first, and in a batch its last element.
   * @param address `0x` and 40 lower-case hex characters.
   * @param before only transfers older than the one at this place.
   * @returns `undefined` while no block is held at all.
   */
  async ofAddress(
    address: string,
    before: TransferPlace = HEAD,
    pageSize: number,
  ): Promise<TokenTransferRows | undefined> {
    const { rows } = await this.pool.query<OfAddressRow>({
      name: 'token transfers of address',
      text: OF_ADDRESS,
      values: [Buffer.from(address.slice(2), 'hex'), ...before, pageSize],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) return undefined;
    const transfers = rows.filter(({ token }) => token !== null);
    return {
      headNumber: first.headNumber,
      transfers: transfers.slice(0, pageSize).map(transferRow),
      hasMore: transfers.length > pageSize,
    };
  }
}

function transferRow(row: OfAddressRow): TokenTransferRow {
  const ownsItems = row.selectors !== null && exposes(row.selectors, OWNER_OF);
  const standard = tokenStandard(row, ownsItems);
  const shape = TRANSFER_SHAPES[row.shape]!;
  // Whether the third word of an unindexed transfer is an amount or an item, the code of the token tells.
  const moved = shape === 'unindexed' && ownsItems ? { tokenId: row.value, value: null } : undefined;
  return { ...row, shape, ...(standard && { standard }), ...moved };
}

/** @param selectors `0x` and eight characters each. */
function exposes(selectors: string, selector: string): boolean {
  for (let at = 2; at < selectors.length; at += 8) if (selectors.startsWith(selector, at)) return true;
  return false;
}
