import { Command, Option } from 'nest-commander';
import { requestedAddress } from '../../bundle/claim-options.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { HistoryOptions } from './history.js';

@Command({
  name: 'history',
  arguments: '<address>',
  argsDescription: { address: 'address with the claims' },
  description: 'Prints what was proven of an address, over which blocks and by which proofs.',
})
export class HistoryCommand extends StrictCommand {
  async run([address = '']: string[], options: HistoryOptions): Promise<void> {
    const subject = requestedAddress(address, '<address>');
    await runIn(async () => (await import('./history.js')).History, subject, options);
  }

  @Option({
    flags: '--set <digest>',
    description: 'a definition set, by the beginning of its digest; default: the one that is served',
  })
  parseSet(text: string): string {
    return text;
  }
}
