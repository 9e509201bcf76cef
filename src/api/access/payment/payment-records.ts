import type { Repository } from 'typeorm';
import { toHex } from '../../../domain/chain/codec/hex.js';
import type { Address } from '../../../domain/chain/hex.js';
import type { PaymentEntity } from './payment.entity.js';
import type { PaymentState } from './payment-ledger.js';

/** A payment, for its operator. */
export interface PaymentRecord {
  readonly reservedAt: Date;
  readonly operationId: string;
  /** Amount in the smallest unit of the token. */
  readonly amount: string;
  readonly state: PaymentState;
  /** Address, lower case. */
  readonly payer: string;
  /** Hash; `null` where the payment is not settled. */
  readonly transaction: string | null;
}

/** Totals of payments in one token. */
export interface TokenBalance {
  readonly network: string;
  /** Address, lower case. */
  readonly token: Address;
  readonly settled: number;
  /** Sum in the smallest unit of the token. */
  readonly settledAmount: string;
  /** Number of settled payments whose answer was not sent, or not sent yet. */
  readonly unanswered: number;
  /** Number of payments whose settlement was requested, and whose outcome is not known. */
  readonly unknown: number;
  readonly unknownAmount: string;
}

/** All stored payments. */
export class PaymentRecords {
  constructor(private readonly payments: Repository<PaymentEntity>) {}

  /** The newest payments first. */
  async newest(limit: number): Promise<readonly PaymentRecord[]> {
    const found = await this.payments.find({
      select: {
        ...{ reservedAt: true, operationId: true, amount: true },
        ...{ state: true, payer: true, transaction: true },
      },
      order: { reservedAt: 'DESC' },
      take: limit,
    });
    return found.map(({ payer, ...payment }) => ({ ...payment, payer: toHex(payer) }));
  }

  /** Totals by token. */
  byToken(): Promise<readonly TokenBalance[]> {
    return this.payments.query(
      `SELECT network, '0x' || encode(token, 'hex') AS token,
              count(*) FILTER (WHERE transaction IS NOT NULL) AS settled,
              coalesce(sum(amount) FILTER (WHERE transaction IS NOT NULL), 0) AS "settledAmount",
              count(*) FILTER (WHERE state = 'settled') AS unanswered,
              count(*) FILTER (WHERE state = 'settling') AS unknown,
              coalesce(sum(amount) FILTER (WHERE state = 'settling'), 0) AS "unknownAmount"
       FROM payment GROUP BY network, token ORDER BY network, token`,
    );
  }
}
