import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { PricesImportCommand } from './prices-import.command.js';

@Command({
  name: 'prices',
  description: 'Prices of other sources than the chain: `import` them.',
  subCommands: [PricesImportCommand],
})
export class PricesCommand extends GroupCommand {}
