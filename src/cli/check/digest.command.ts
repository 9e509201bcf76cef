import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'digest',
  description:
    'Prints one digest over everything that is proven: every interval, every proof hash, and what is covered. Two databases that cover ' +
    'the same blocks by the same definitions print the same, whatever the order in which they came to it.',
})
export class DigestCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./digest.js')).run();
  }
}
