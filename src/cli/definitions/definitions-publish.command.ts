import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'publish',
  description:
    'Stores the definitions and registries of this checkout in the database, and prints the work that they cause: ' +
    'which definitions are evaluated again, for how many addresses, and why. The service keeps its current set ' +
    'until `reevaluate` is done.',
})
export class DefinitionsPublishCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./definitions-publish.js')).DefinitionsPublish);
  }
}
