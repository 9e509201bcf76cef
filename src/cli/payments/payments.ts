import { newestPayments, tokenBalances } from '../../api/access/payment/payment-records.js';
import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { balanceTable, paymentTable } from './payment-text.js';

export interface PaymentsOptions {
  readonly limit?: number;
}

/** Runs `payments`. */
export async function run(_: string[], { limit = 50 }: PaymentsOptions): Promise<void> {
  const database = await openDatabase(readConfig(process.env), 'expect');
  try {
    const payments = await newestPayments(database.pool, limit);
    const balances = await tokenBalances(database.pool);
    console.log(`${paymentTable(payments)}\n\n${balanceTable(balances)}`);
  } finally {
    await database.close();
  }
}
