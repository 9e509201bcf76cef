import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Address } from '../../domain/chain/hex.js';
import type { TxPosition } from '../../domain/chain/record/tx-position.js';
import { NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';

/** The fields of a transaction that a feed shows. */
export type AddressTransactionRow = Pick<
  TransactionRow,
  | 'hash'
  | 'txIndex'
  | 'type'
  | 'from'
  | 'to'
  | 'value'
  | 'nonce'
  | 'gasUsed'
  | 'effectiveGasPrice'
  | 'blobVersionedHashes'
  | 'inputSize'
  | 'inputStart'
  | 'status'
> &
  Pick<TransactionBlock, 'blockNumber' | 'timestamp' | 'blobBaseFee'>;

/** Transactions of an address, newest first. */
export interface AddressTransactionRows {
  readonly headNumber: number;
  readonly transactions: readonly AddressTransactionRow[];
}

/**
 * A single row without a transaction when there is none. Only columns that feeds show: the others would
 * double the time to parse.
 */
const OF_ADDRESS = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.timestamp, block.blob_base_fee AS "blobBaseFee",
       tx.hash, tx."txIndex", tx.type, tx."from", tx."to", tx.value, tx.nonce, tx."gasUsed", tx."effectiveGasPrice",
       tx."blobVersionedHashes", tx."inputSize", tx."inputStart", tx.status
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN LATERAL transactions_of($1, $2, $3, $4) tx ON true
LEFT JOIN block ON block.number = tx.block_number
WHERE head.number IS NOT NULL
ORDER BY tx.block_number DESC, tx."txIndex" DESC`;

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
