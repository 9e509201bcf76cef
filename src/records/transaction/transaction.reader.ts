import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import { BLOCK_COLUMNS, TRANSACTION_COLUMNS } from './transaction.columns.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';

export type { TransactionBlock, TransactionRow };

export interface FoundTransaction extends TransactionRow, TransactionBlock {
  readonly input: string;
  readonly tokenTransferCount: number;
  /** Null while the block's frames are not held. */
  readonly internalTransferCount: number | null;
  /** Null while not every call that failed is known. */
  readonly failedFrameCount: number | null;
}

/**
 * The transaction with its internal effects, the head, and only for a missing transaction the first gap that may contain it, from one
 * snapshot.
 */
const BY_HASH = `
SELECT head.number AS "headNumber", ${BLOCK_COLUMNS}, ${TRANSACTION_COLUMNS}, tx.input,
       (SELECT count(*) FROM transfer
        WHERE transfer.block_number = tx.block_number AND transfer.tx_index = tx.tx_index) AS "tokenTransferCount",
       frames."internalTransferCount", failed."failedFrameCount", gap."fromBlock", gap."toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN transaction tx ON tx.hash = $1
LEFT JOIN block ON block.number = tx.block_number
LEFT JOIN coverage traced ON traced.family = 'frames' AND traced.ranges @> tx.block_number
LEFT JOIN LATERAL (
  SELECT count(*) FILTER (WHERE value > 0 AND octet_length(path) > 2 AND type <> 1) AS "internalTransferCount"
  FROM frame
  WHERE frame.block_number = tx.block_number AND frame.tx_index = tx.tx_index
) frames ON traced.family IS NOT NULL
LEFT JOIN coverage listed ON listed.family = 'failed_frames' AND listed.ranges @> tx.block_number
LEFT JOIN LATERAL (
  SELECT count(*) AS "failedFrameCount"
  FROM failed_frame
  WHERE failed_frame.block_number = tx.block_number AND failed_frame.tx_index = tx.tx_index
) failed ON listed.family IS NOT NULL
LEFT JOIN LATERAL (
  SELECT lower(missing) AS "fromBlock", upper(missing) - 1 AS "toBlock"
  FROM coverage, unnest(int8multirange(int8range($2::int8, greatest($2, head.number + 1))) - ranges) missing
  WHERE tx.hash IS NULL AND family = 'blocks'
  ORDER BY 1
  LIMIT 1
) gap ON true
WHERE head.number IS NOT NULL`;

type ByHashRow = FoundTransaction & MissingRow;

@Injectable()
export class TransactionReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param hash `0x` and 64 lower-case hex characters
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} with the lowest gap that may contain it
   */
  async byHash(hash: string, firstBlock: number): Promise<FoundTransaction> {
    const { rows } = await this.pool.query<ByHashRow>({
      name: 'transaction by hash',
      text: BY_HASH,
      values: [fromHex(hash), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.hash === null) throw NotCovered.record(row);
    return row;
  }
}
