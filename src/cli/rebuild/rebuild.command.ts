import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'rebuild',
  arguments: '<projection>',
  argsDescription: { projection: 'its name; a wrong one is answered with all there are' },
  description:
    'Empties a projection and folds the whole event log into it again; `name` is the texts addresses are found by, `graph` what Neo4j holds. The service must not be running.',
})
export class RebuildCommand extends StrictCommand {
  async run(parameters: string[]): Promise<void> {
    await (await import('./rebuild.js')).run(parameters);
  }
}
