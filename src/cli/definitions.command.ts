import { Command } from 'nest-commander';
import { DefinitionsCheckCommand } from './definitions-check.command.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'definitions',
  description: 'What this service can prove: see `definitions check --help`.',
  subCommands: [DefinitionsCheckCommand],
})
export class DefinitionsCommand extends StrictCommand {
  async run(): Promise<void> {
    this.command.help();
  }
}
