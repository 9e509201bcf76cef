import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'sets',
  description:
    'Lists the definition sets that were evaluated, oldest first, and marks the one that is served.',
})
export class DefinitionsSetsCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./definitions-sets.js')).DefinitionsSets);
  }
}
