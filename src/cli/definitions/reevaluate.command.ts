import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'reevaluate',
  description:
    'Brings history under the definitions and registries of this checkout, and serves it when it is through; what was said under the old ones ' +
    'stays readable (`history --set`, `proof show --set`). A run that is broken off goes on where it was. The service must not be running; ' +
    'its next start does the same.',
})
export class ReevaluateCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./reevaluate.js')).run();
  }
}
