import { Command } from 'nest-commander';
import { GroupCommand } from '../command/group-command.js';
import { RegistriesImportCommand } from './registries-import.command.js';

@Command({
  name: 'registries',
  description: 'The lists that definitions consult: `import` a newer one as the next version.',
  subCommands: [RegistriesImportCommand],
})
export class RegistriesCommand extends GroupCommand {}
