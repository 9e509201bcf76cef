import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'rebuild',
  arguments: '<projection>',
  argsDescription: { projection: 'name of the projection; an unknown name lists them all' },
  description:
    'Empties a projection and folds the whole chain log into it again. `name` is the texts that addresses are ' +
    'found by, `graph` the content of Neo4j. The service must not be running.',
})
export class RebuildCommand extends StrictCommand {
  run([name = '']: string[]): Promise<void> {
    return runIn(async () => (await import('./rebuild.js')).Rebuild, name);
  }
}
