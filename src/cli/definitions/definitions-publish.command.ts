import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'publish',
  description:
    'Makes the definitions and registries of this checkout known to the database, and prints what bringing history under them takes: which ' +
    'definitions are evaluated again, for how many addresses, and why. The served set stays the same until `reevaluate` is done.',
})
export class DefinitionsPublishCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./definitions-publish.js')).run();
  }
}
