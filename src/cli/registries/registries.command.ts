import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';
import { RegistriesImportCommand } from './registries-import.command.js';

@Command({
  name: 'registries',
  description: 'The lists that definitions consult: `import` a newer one as their next version.',
  subCommands: [RegistriesImportCommand],
})
export class RegistriesCommand extends StrictCommand {
  async run(): Promise<void> {
    this.command.help();
  }
}
