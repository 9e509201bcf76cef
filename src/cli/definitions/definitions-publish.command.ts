import { SubCommand } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'publish',
  description:
    'Makes the definitions and registries of this checkout known to the database, and prints what bringing history under them takes: which ' +
    'definitions are evaluated again, for how many addresses, and why. The served set stays the same until `reevaluate` is done.',
})
export class DefinitionsPublishCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./definitions-publish.js')).DefinitionsPublish);
  }
}
