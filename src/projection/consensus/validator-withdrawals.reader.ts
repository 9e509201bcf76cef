import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Address } from '../../domain/chain/hex.js';
import { type MissingRow, NotCovered } from '../../domain/refusal/not-covered.js';
import { JSON_READY } from '../../platform/postgres/json-ready.js';

/** One withdrawal of a validator. */
export interface WithdrawalRow {
  readonly withdrawalIndex: number;
  readonly blockNumber: number;
  /** Unix seconds. */
  readonly timestamp: number;
  readonly address: Address;
  readonly amountGwei: string;
}

/** A page of the withdrawals of a validator, newest first. */
export interface WithdrawalRows {
  readonly headNumber: number;
  readonly withdrawals: readonly WithdrawalRow[];
  /** Totals of all withdrawals; absent while missing blocks may contain some. */
  readonly totals?: { readonly count: number; readonly amountGwei: string };
}

/** The page, the head, whether such a validator is known, and the lowest gap, from one snapshot. */
const OF_VALIDATOR = `
SELECT head.number AS "headNumber", gap.from_block AS "fromBlock", gap.to_block AS "toBlock", total.count, total."totalGwei",
       total.count > 0 OR coalesce($1 < registry.validator_count, false) AS "isKnown",
       page.withdrawal_index AS "withdrawalIndex", page.block_number AS "blockNumber", block.timestamp, page.address,
       page.amount_gwei AS "amountGwei"
FROM (SELECT max(number) AS number FROM block) head
LEFT JOIN (SELECT validator_count FROM queue_day ORDER BY day DESC LIMIT 1) registry ON true
CROSS JOIN (
  SELECT count(*) AS count, coalesce(sum(amount_gwei), 0) AS "totalGwei" FROM withdrawal WHERE validator_index = $1
) total
LEFT JOIN LATERAL first_gap(ARRAY['blocks'], $2, head.number) gap ON true
LEFT JOIN LATERAL (
  SELECT withdrawal_index, block_number, address, amount_gwei FROM withdrawal
  WHERE validator_index = $1 AND withdrawal_index < $3
  ORDER BY withdrawal_index DESC LIMIT $4
) page ON true
LEFT JOIN block ON block.number = page.block_number
WHERE head.number IS NOT NULL
ORDER BY page.withdrawal_index DESC`;

interface OfValidatorRow extends MissingRow, Omit<WithdrawalRow, 'withdrawalIndex'> {
  readonly isKnown: boolean;
  readonly count: number;
  readonly totalGwei: string;
  /** Null, with the rest of the row, when the page is empty. */
  readonly withdrawalIndex: number | null;
}

@Injectable()
export class ValidatorWithdrawalsReader {
  constructor(private readonly pool: Pool) {}

  /**
   * @param firstBlock lowest block that exists on the chain; nothing below it is missing.
   * @param before only withdrawals of lower indices.
   * @throws {NotCovered} where no such validator is known
   */
  async ofValidator(
    index: number,
    firstBlock: number,
    before: number,
    limit: number,
  ): Promise<WithdrawalRows> {
    const { rows } = await this.pool.query<OfValidatorRow>({
      name: 'withdrawals of validator',
      text: OF_VALIDATOR,
      values: [index, firstBlock, before, limit],
      types: JSON_READY,
    });
    const [first] = rows;
    if (!first) throw NotCovered.unavailable();
    if (!first.isKnown) throw NotCovered.record(first);
    const { headNumber, count, totalGwei } = first;
    return {
      headNumber,
      withdrawals: rows.flatMap((row) =>
        row.withdrawalIndex === null ? [] : [{ ...row, withdrawalIndex: row.withdrawalIndex }],
      ),
      ...(first.fromBlock === null && { totals: { count, amountGwei: totalGwei } }),
    };
  }
}
