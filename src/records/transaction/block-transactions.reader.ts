import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BLOCK_COLUMNS, TRANSACTION_COLUMNS } from './transaction.columns.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';

/** Transactions of one block that is held, in index order. */
export interface BlockTransactionRows {
  readonly block: TransactionBlock;
  /** All transactions of the block, not only those read. */
  readonly txCount: number;
  readonly transactions: readonly TransactionRow[];
}

/**
 * One row per transaction, or a single row without one when the page is empty or the block is missing. The limit on gaps
 * keeps the planner from looking for them before it knows that the block is missing.
 */
const OF_BLOCK = `
SELECT head.number AS "headNumber", ${BLOCK_COLUMNS}, block.tx_count AS "txCount", tx.*, gap."fromBlock", gap."toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.number = $1
LEFT JOIN LATERAL (
  SELECT ${TRANSACTION_COLUMNS} FROM transaction tx
  WHERE tx.block_number = $1 AND tx.tx_index > $3
  ORDER BY tx.tx_index
  LIMIT $4
) tx ON block.number IS NOT NULL
LEFT JOIN LATERAL (
  SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
  FROM coverage, unnest(int8multirange(int8range($2::int8, greatest($2, head.number + 1))) - ranges) missing
  WHERE block.number IS NULL AND $1 BETWEEN $2 AND head.number AND family = 'blocks' AND missing @> $1::int8
  LIMIT 1
) gap ON true
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
