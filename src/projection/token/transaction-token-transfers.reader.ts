import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { type TokenTransferColumns, type TokenTransferRow, tokenTransferRow } from './token-transfer-row.js';

export type { TokenTransferRow };

const OF_TRANSACTION = `
SELECT movement.*, block.timestamp, token.erc20_transfers AS erc20, token.erc721_transfers AS erc721,
       token.erc1155_transfers AS erc1155, token.unindexed_transfers AS unindexed, token.erc777_events AS erc777,
       token.erc4626_events AS erc4626, declared.symbol, declared.name, declared.decimals, code.selectors
FROM transfers_of_transaction($1, $2) movement
LEFT JOIN block ON block.number = movement."blockNumber"
LEFT JOIN token ON token.address = movement.token
LEFT JOIN token_metadata declared ON declared.token = movement.token
LEFT JOIN LATERAL last_code(CASE WHEN token.unindexed_transfers > 0 THEN movement.token END) code ON true
ORDER BY movement."logIndex", movement."batchIndex"`;

@Injectable()
export class TransactionTokenTransfersReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The token transfers of a transaction in the order of its logs; none of a transaction that is not stored.
   * @param database a transaction, for consistent reads
   */
  async ofTransaction(
    hash: Hash,
    limit: number,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<TokenTransferRow[]> {
    const { rows } = await database.query<TokenTransferColumns>({
      name: 'token transfers of transaction',
      text: OF_TRANSACTION,
      values: [fromHex(hash), limit],
      types: JSON_READY,
    });
    return rows.map(tokenTransferRow);
  }
}
