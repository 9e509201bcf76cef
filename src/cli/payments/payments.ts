import { Module } from '@nestjs/common';
import { newestPayments, tokenBalances } from '../../api/access/payment/payment-records.js';
import { Database } from '../../runtime/database/database.js';
import { CommandModule } from '../command/command.module.js';
import { balanceTable, paymentTable } from './payment-text.js';

export interface PaymentsOptions {
  readonly limit?: number;
}

/** `payments`. */
@Module({ imports: [CommandModule] })
export class Payments {
  constructor(private readonly database: Database) {}

  async run({ limit = 50 }: PaymentsOptions): Promise<void> {
    const { pool } = await this.database.open('expect');
    const payments = await newestPayments(pool, limit);
    const balances = await tokenBalances(pool);
    console.log(`${paymentTable(payments)}\n\n${balanceTable(balances)}`);
  }
}
