import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { fromHex } from '../../domain/chain/codec/hex.js';
import type { Hash } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';
import type { BlockRow } from './block.row.js';

export type { BlockRow };

/** A block, and the head of the same snapshot. */
export interface HeldBlock {
  readonly headNumber: number;
  readonly block: BlockRow;
}

/** Columns under the names of the row, so that reading needs no renaming. */
const COLUMNS = `
  block.number, block.hash, block.parent_hash AS "parentHash", block.timestamp, block.fee_recipient AS "feeRecipient",
  block.state_root AS "stateRoot", block.transactions_root AS "transactionsRoot",
  block.receipts_root AS "receiptsRoot", block.gas_limit::text AS "gasLimit", block.gas_used::text AS "gasUsed",
  block.base_fee_per_gas AS "baseFeePerGas", block.blob_base_fee AS "blobBaseFee",
  block.blob_gas_used::text AS "blobGasUsed", block.excess_blob_gas::text AS "excessBlobGas", block.difficulty,
  block.extra_data AS "extraData", block.ommer_count AS "ommerCount", block.tx_count AS "txCount",
  block.contract_creation_count AS "contractCreationCount", block.blob_tx_count AS "blobTxCount",
  block.withdrawal_count AS "withdrawalCount", block.total_withdrawal_gwei AS "totalWithdrawalGwei",
  block.total_value AS "totalValue", block.total_gas_fees AS "totalGasFees", block.log_count AS "logCount",
  block.successful_tx_count AS "successfulTxCount", block.failed_tx_count AS "failedTxCount",
  block.unique_address_count AS "uniqueAddressCount"`;

const NEWEST = `SELECT ${COLUMNS} FROM block ORDER BY number DESC LIMIT 1`;

/** The block, the head, and the gap around a missing block, from one snapshot. */
const AT_NUMBER = `
SELECT head.number AS "headNumber", ${COLUMNS}, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.number = $1
LEFT JOIN LATERAL gap_at(CASE WHEN block.number IS NULL THEN $1::int8 END, 'blocks', $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

/** The block with a hash, the head, and the first gap that may hold a missing block, from one snapshot. */
const WITH_HASH = `
SELECT head.number AS "headNumber", ${COLUMNS}, gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.hash = $1
LEFT JOIN LATERAL first_gap(CASE WHEN block.number IS NULL THEN ARRAY['blocks'] END, $2, head.number) gap ON true
WHERE head.number IS NOT NULL`;

type AtNumberRow = BlockRow & MissingRow;

@Injectable()
export class BlockReader {
  constructor(private readonly pool: Pool) {}

  /**
   * The block with the highest number.
   * @param database a transaction, for consistent reads
   */
  async newest(database: Pick<Pool, 'query'> = this.pool): Promise<BlockRow> {
    const { rows } = await database.query<BlockRow>({
      name: 'newest block',
      text: NEWEST,
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    return row;
  }

  /**
   * @param firstBlock lowest block of the chain
   * @param database a transaction, for consistent reads
   * @throws {NotCovered} where the block is not stored
   */
  async atNumber(
    number: number,
    firstBlock: number,
    database: Pick<Pool, 'query'> = this.pool,
  ): Promise<HeldBlock> {
    const { rows } = await database.query<AtNumberRow>({
      name: 'block at number',
      text: AT_NUMBER,
      values: [number, firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.hash === null) throw NotCovered.block(row, number);
    return { headNumber: row.headNumber, block: row };
  }

  /**
   * @param firstBlock lowest block of the chain
   * @throws {NotCovered} where no stored block has the hash, with the lowest gap that may hold it
   */
  async withHash(hash: Hash, firstBlock: number): Promise<HeldBlock> {
    const { rows } = await this.pool.query<AtNumberRow>({
      name: 'block with hash',
      text: WITH_HASH,
      values: [fromHex(hash), firstBlock],
      types: JSON_READY,
    });
    const [row] = rows;
    if (!row) throw NotCovered.unavailable();
    if (row.hash === null) throw NotCovered.record(row);
    return { headNumber: row.headNumber, block: row };
  }
}
