import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';

/** Transactions of one stored block, in index order. */
export interface BlockTransactionRows {
  readonly block: TransactionBlock;
  /** Number of all transactions of the block, not only of those read. */
  readonly txCount: number;
  readonly transactions: readonly TransactionRow[];
}

/**
 * One row per transaction, or a single row without one when the page is empty or the block is missing.
 */
const OF_BLOCK = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.hash AS "blockHash", block.timestamp,
       block.base_fee_per_gas AS "baseFeePerGas", block.blob_base_fee AS "blobBaseFee", block.tx_count AS "txCount", tx.*, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.number = $1
LEFT JOIN LATERAL (
  SELECT * FROM transaction_row WHERE block_number = $1 AND "txIndex" > $3 ORDER BY "txIndex" LIMIT $4
) tx ON block.number IS NOT NULL
LEFT JOIN LATERAL gap_at(CASE WHEN block.number IS NULL THEN $1::int8 END, 'blocks', $2, head.number) gap ON true
WHERE head.number IS NOT NULL
ORDER BY "txIndex"`;

type OfBlockRow = TransactionRow & TransactionBlock & MissingRow & { readonly txCount: number };

@Injectable()
export class BlockTransactionsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param afterIndex rows after this transaction index; -1 for all.
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} where the block is not stored
   */
  async ofBlock(
    number: number,
    firstBlock: number,
    afterIndex: number,
    rowLimit: number,
  ): Promise<BlockTransactionRows> {
    const { rows } = await this.pool.query<OfBlockRow>({
      name: 'transactions of block',
      text: OF_BLOCK,
      values: [number, firstBlock, afterIndex, rowLimit],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (first.blockHash === null) throw NotCovered.block(first, number);
    return { block: first, txCount: first.txCount, transactions: rows.filter(({ hash }) => hash !== null) };
  }
}
