import type { Pool } from 'pg';
import type { Address } from '../../../domain/chain/hex.js';
import type { PaymentState } from './payment-ledger.js';

/** A payment as its operator sees it. */
export interface PaymentRecord {
  readonly reservedAt: Date;
  readonly operationId: string;
  /** In the smallest unit of the token. */
  readonly amount: string;
  readonly state: PaymentState;
  /** Address, lower case. */
  readonly payer: string;
  /** `null` where it is not settled. */
  readonly transaction: string | null;
}

/** Totals of payments in one token. */
export interface TokenBalance {
  readonly network: string;
  /** Address, lower case. */
  readonly token: Address;
  readonly settled: number;
  /** In the smallest unit of the token. */
  readonly settledAmount: string;
  /** The part whose answer has not been sent yet, or never was. */
  readonly unanswered: number;
  /** Payments that were sent to be settled, and whose outcome is not known. */
  readonly unknown: number;
  readonly unknownAmount: string;
}

/** The newest payments that are remembered, newest first. */
export async function newestPayments(pool: Pool, limit: number): Promise<readonly PaymentRecord[]> {
  const { rows } = await pool.query<PaymentRecord>(
    `SELECT reserved_at AS "reservedAt", operation_id AS "operationId", amount, state,
            '0x' || encode(payer, 'hex') AS payer, transaction
     FROM payment ORDER BY reserved_at DESC LIMIT $1`,
    [limit],
  );
  return rows;
}

/** All payments that are remembered, summed up by token. */
export async function tokenBalances(pool: Pool): Promise<readonly TokenBalance[]> {
  const { rows } = await pool.query<TokenBalance>(
    `SELECT network, '0x' || encode(token, 'hex') AS token,
            count(*) FILTER (WHERE transaction IS NOT NULL) AS settled,
            coalesce(sum(amount) FILTER (WHERE transaction IS NOT NULL), 0) AS "settledAmount",
            count(*) FILTER (WHERE state = 'settled') AS unanswered,
            count(*) FILTER (WHERE state = 'settling') AS unknown,
            coalesce(sum(amount) FILTER (WHERE state = 'settling'), 0) AS "unknownAmount"
     FROM payment GROUP BY network, token ORDER BY network, token`,
  );
  return rows;
}
