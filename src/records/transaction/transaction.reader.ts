import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import { unpackWords } from '../../domain/chain/codec/packed-words.js';
import type { Hash, Hex } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { TransactionBlock, TransactionRow } from './transaction.row.js';
import { SELECTOR_BYTES } from './transaction.table.js';

export type { TransactionBlock, TransactionRow };

export interface FoundTransaction extends TransactionRow, TransactionBlock {
  readonly input: Hex;
  readonly tokenTransferCount: number;
  /** Null while the block's frames are not stored. */
  readonly internalTransferCount: number | null;
  /** Null while the block's failed calls are not all known. */
  readonly failedFrameCount: number | null;
}

/**
 * The transaction with its internal effects, the head, and the first gap that may contain a missing
 * transaction, from one snapshot.
 */
const BY_HASH = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.hash AS "blockHash", block.timestamp,
       block.base_fee_per_gas AS "baseFeePerGas", block.blob_base_fee AS "blobBaseFee", tx.*, found.packed_input AS input,
       (SELECT count FROM count_transfers(found.block_number, found.tx_index)) AS "tokenTransferCount",
       frames.count AS "internalTransferCount", failed.count AS "failedFrameCount", gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN transaction_by_hash($1) found ON true
LEFT JOIN LATERAL transaction_row_at(found.block_number, found.tx_index) tx ON true
LEFT JOIN block ON block.number = found.block_number
LEFT JOIN coverage traced ON traced.family = 'frames' AND traced.ranges @> found.block_number
LEFT JOIN LATERAL count_internal_transfers(found.block_number, found.tx_index) frames ON traced.family IS NOT NULL
LEFT JOIN coverage listed ON listed.family = 'failed_frames' AND listed.ranges @> found.block_number
LEFT JOIN LATERAL count_failed_frames(found.block_number, found.tx_index) failed ON listed.family IS NOT NULL
LEFT JOIN LATERAL first_gap(CASE WHEN found.hash IS NULL THEN ARRAY['blocks'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

type ByHashRow = FoundTransaction & MissingRow;

@Injectable()
export class TransactionReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param hash `0x` and 64 lower-case hex characters
   * @param firstBlock lowest block of the chain
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} with the lowest gap that may contain it
   */
  async byHash(
    hash: Hash,
    firstBlock: number,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<FoundTransaction> {
    const { rows } = await database.query<ByHashRow>({
      name: 'transaction by hash',
      text: BY_HASH,
      values: [fromHex(hash), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.hash === null) throw NotCovered.record(row);
    return { ...row, input: unpackWords(row.input, SELECTOR_BYTES) };
  }
}
