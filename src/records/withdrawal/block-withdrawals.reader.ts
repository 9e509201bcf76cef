import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** One withdrawal of a block. */
export interface BlockWithdrawalRow {
  readonly withdrawalIndex: number;
  readonly validatorIndex: number;
  readonly address: string;
  readonly amountGwei: string;
}

/** All withdrawals of one stored block, in the order of the block. */
export interface BlockWithdrawalRows {
  readonly count: number;
  readonly totalGwei: string;
  readonly withdrawals: readonly BlockWithdrawalRow[];
}

/** One row per withdrawal, or a single row without one when there is none or the block is missing. */
const OF_BLOCK = `
SELECT head.number AS "headNumber", block.number AS "blockNumber", block.withdrawal_count AS count,
       block.total_withdrawal_gwei AS "totalGwei", withdrawal.withdrawal_index AS "withdrawalIndex",
       withdrawal.validator_index AS "validatorIndex", withdrawal.address, withdrawal.amount_gwei AS "amountGwei",
       gap.from_block AS "fromBlock", gap.to_block AS "toBlock"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN block ON block.number = $1
LEFT JOIN LATERAL withdrawals_of(block.number) withdrawal ON true
LEFT JOIN LATERAL gap_at(CASE WHEN block.number IS NULL THEN $1::int8 END, 'blocks', $2, head.number) gap ON true
WHERE head.number IS NOT NULL
ORDER BY withdrawal.withdrawal_index`;

interface OfBlockRow extends MissingRow, Omit<BlockWithdrawalRow, 'withdrawalIndex'> {
  /** Null when the block is missing. */
  readonly blockNumber: number | null;
  readonly count: number;
  readonly totalGwei: string;
  /** Null, with the rest of the row, when the block has none. */
  readonly withdrawalIndex: number | null;
}

@Injectable()
export class BlockWithdrawalsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @throws {NotCovered} where the block is not stored
   */
  async ofBlock(number: number, firstBlock: number): Promise<BlockWithdrawalRows> {
    const { rows } = await this.pool.query<OfBlockRow>({
      name: 'withdrawals of block',
      text: OF_BLOCK,
      values: [number, firstBlock],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (first.blockNumber === null) throw NotCovered.block(first, number);
    return {
      count: first.count,
      totalGwei: first.totalGwei,
      withdrawals: rows.flatMap(({ withdrawalIndex, ...row }) =>
        withdrawalIndex === null ? [] : [{ ...row, withdrawalIndex }],
      ),
    };
  }
}
