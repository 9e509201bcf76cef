import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'reevaluate',
  description:
    'Evaluates history under the definitions and registries of this checkout, then serves the new set. Claims of ' +
    'old sets stay readable (`history --set`, `proof show --set`). An interrupted run continues where it stopped. ' +
    'The service must not be running; its next start does the same.',
})
export class ReevaluateCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./reevaluate.js')).ReevaluateHistory);
  }
}
