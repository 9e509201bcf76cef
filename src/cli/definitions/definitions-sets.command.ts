import { SubCommand } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@SubCommand({
  name: 'sets',
  description: 'Lists the definition sets that were evaluated, the oldest first, and which one is served.',
})
export class DefinitionsSetsCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./definitions-sets.js')).run();
  }
}
