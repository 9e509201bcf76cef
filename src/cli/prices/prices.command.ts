import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { PricesImportCommand } from './prices-import.command.js';

@Command({
  name: 'prices',
  description: 'Prices from outside the chain: `import` them from a file.',
  subCommands: [PricesImportCommand],
})
export class PricesCommand extends GroupCommand {}
