import { Command, Option } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import type { HistoryOptions } from './history.js';

@Command({
  name: 'history',
  arguments: '<address>',
  argsDescription: { address: 'whose claims' },
  description:
    'Prints what was proven of an address from which block to which, and by which proofs; with --set as it was said under other definitions.',
})
export class HistoryCommand extends StrictCommand {
  async run(parameters: string[], options: HistoryOptions): Promise<void> {
    await (await import('./history.js')).run(parameters, options);
  }

  @Option({
    flags: '--set <digest>',
    description: 'beginning of the digest of a definition set; default the one served',
  })
  parseSet(text: string): string {
    return text;
  }
}
