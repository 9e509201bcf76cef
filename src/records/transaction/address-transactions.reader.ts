import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { TxPosition } from '../../domain/chain/record/tx-position.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';

export type AddressTransactionRow = TransactionRow & TransactionBlock;

/** Transactions of an address, newest first. */
export interface AddressTransactionRows {
  readonly headNumber: number;
  readonly transactions: readonly AddressTransactionRow[];
}

/**
 * Each side is walked backwards in its own index, up to the page and the end of its last block. A transaction of an address to itself is in both and is merged into one.
 * A single row without a transaction when there is none.
 */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.hash AS "blockHash", block.timestamp,
       block.base_fee_per_gas AS "baseFeePerGas", block.blob_base_fee AS "blobBaseFee", tx.*
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN (
  (SELECT block_number, tx_index FROM transaction
   WHERE hashbyteaextended(from_address, 0) = hashbyteaextended($1, 0) AND from_address = $1
     AND (block_number, tx_index) < ($2, $3)
   ORDER BY block_number DESC FETCH FIRST $4 ROWS WITH TIES)
  UNION
  (SELECT block_number, tx_index FROM transaction
   WHERE hashbyteaextended(to_address, 0) = hashbyteaextended($1, 0) AND to_address = $1
     AND (block_number, tx_index) < ($2, $3)
   ORDER BY block_number DESC FETCH FIRST $4 ROWS WITH TIES)
  ORDER BY block_number DESC, tx_index DESC
  LIMIT $4
) place ON true
LEFT JOIN transaction_row tx ON tx.block_number = place.block_number AND tx."txIndex" = place.tx_index
LEFT JOIN block ON block.number = place.block_number
WHERE head.number IS NOT NULL
ORDER BY place.block_number DESC, place.tx_index DESC`;

type OfAddressRow = AddressTransactionRow & { readonly headNumber: number };

@Injectable()
export class AddressTransactionsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * Transactions from or to the address; the creation of a contract counts for its sender only.
   * @param before only older transactions than the one at this place
   * @throws {NotCovered} while no block is stored
   */
  async ofAddress(
    address: Address,
    before: TxPosition | undefined,
    rowLimit: number,
  ): Promise<AddressTransactionRows> {
    const { rows } = await this.pool.query<OfAddressRow>({
      name: 'transactions of address',
      text: OF_ADDRESS,
      values: [
        fromHex(address),
        before?.blockNumber ?? Number.MAX_SAFE_INTEGER,
        before?.txIndex ?? 0,
        rowLimit,
      ],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    return { headNumber: first.headNumber, transactions: rows.filter(({ hash }) => hash !== null) };
  }
}
