import { SubCommand } from 'nest-commander';
import { StrictCommand } from './strict-command.js';

@SubCommand({
  name: 'publish',
  description:
    'Makes the definitions and registries of this checkout known to the database, and prints what bringing history under them takes: which ' +
    'definitions are judged again, of how many addresses, and why. What is served stays the same until `reevaluate` is through.',
})
export class DefinitionsPublishCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./definitions-publish.js')).run();
  }
}
