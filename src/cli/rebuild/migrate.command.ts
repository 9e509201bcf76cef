import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'migrate',
  description:
    'Brings the database to this version: its tables, what is folded into them from the chain log, and history under the definitions of this checkout. An interrupted run continues where it stopped. `serve` and `ingest` do so by themselves; `status` and `check` change nothing.',
})
export class MigrateCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./migrate.js')).Migrate);
  }
}
