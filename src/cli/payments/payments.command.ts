import { Command, Option } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import { wholeNumberOption } from '../keys/key-options.js';
import type { PaymentsOptions } from './payments.js';

@Command({
  name: 'payments',
  description:
    'Lists what single calls were paid with, newest first, and sums it up by token; amounts in its smallest unit, times UTC.',
})
export class PaymentsCommand extends StrictCommand {
  async run(parameters: string[], options: PaymentsOptions): Promise<void> {
    await (await import('./payments.js')).run(parameters, options);
  }

  @Option({ flags: '--limit <count>', description: 'payments listed at most; default 50' })
  parseLimit(text: string): number {
    return wholeNumberOption(text, '--limit', 1_000_000);
  }
}
