import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'migrate',
  description:
    'Migrates the database to this version: updates its tables, fills new ones from the chain log, and evaluates ' +
    'history under the definitions of this checkout. An interrupted run continues where it stopped. `serve` and ' +
    '`ingest` do the same at their start.',
})
export class MigrateCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./migrate.js')).Migrate);
  }
}
