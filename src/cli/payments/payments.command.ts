import { Command, Option } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import { wholeNumberOption } from '../keys/key-options.js';
import type { PaymentsOptions } from './payments.js';

@Command({
  name: 'payments',
  description:
    'Lists the payments for single calls, newest first, and their sums by token. Amounts are in the smallest unit ' +
    'of the token, times are UTC.',
})
export class PaymentsCommand extends StrictCommand {
  run(_: string[], options: PaymentsOptions): Promise<void> {
    return runIn(async () => (await import('./payments.js')).Payments, options);
  }

  @Option({ flags: '--limit <count>', description: 'number of payments to list; default: 50' })
  parseLimit(text: string): number {
    return wholeNumberOption(text, '--limit', 1_000_000);
  }
}
