import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import { PricesImportCommand } from './prices-import.command.js';

@Command({
  name: 'prices',
  description: 'Prices of other sources than the chain: `import` them.',
  subCommands: [PricesImportCommand],
})
export class PricesCommand extends StrictCommand {
  async run(): Promise<void> {
    this.command.help();
  }
}
