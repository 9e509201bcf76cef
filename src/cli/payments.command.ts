import { Command, Option } from 'nest-commander';
import { newestPayments, tokenBalances } from '../api/access/payment/payment-records.js';
import { readConfig } from '../platform/config/config.js';
import { wholeNumberOption } from './key-options.js';
import { openDatabase } from './open-database.js';
import { balanceTable, paymentTable } from './payment-text.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'payments',
  description:
    'Lists what single calls were paid with, newest first, and sums it up by token; amounts in its smallest unit, times UTC.',
})
export class PaymentsCommand extends StrictCommand {
  async run(_: string[], { limit = 50 }: { readonly limit?: number }): Promise<void> {
    const database = await openDatabase(readConfig(process.env), 'expect');
    try {
      const payments = await newestPayments(database.pool, limit);
      const balances = await tokenBalances(database.pool);
      console.log(`${paymentTable(payments)}\n\n${balanceTable(balances)}`);
    } finally {
      await database.close();
    }
  }

  @Option({ flags: '--limit <count>', description: 'payments listed at most; default 50' })
  parseLimit(text: string): number {
    return wholeNumberOption(text, '--limit', 1_000_000);
  }
}
