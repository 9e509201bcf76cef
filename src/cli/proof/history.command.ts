import { Command, Option } from 'nest-commander';
import { requestedAddress } from '../../bundle/claim-options.js';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';
import type { HistoryOptions } from './history.js';

@Command({
  name: 'history',
  arguments: '<address>',
  argsDescription: { address: 'whose claims' },
  description:
    'Prints what was proven of an address from which block to which, and by which proofs; with --set under other definitions.',
})
export class HistoryCommand extends StrictCommand {
  async run([address = '']: string[], options: HistoryOptions): Promise<void> {
    const subject = requestedAddress(address, '<address>');
    await runIn(async () => (await import('./history.js')).History, subject, options);
  }

  @Option({
    flags: '--set <digest>',
    description: 'beginning of the digest of a definition set; default the one served',
  })
  parseSet(text: string): string {
    return text;
  }
}
