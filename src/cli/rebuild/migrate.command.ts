import { Command } from 'nest-commander';
import { runIn } from '../command/run-in.js';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'migrate',
  description:
    'Brings the database to the newest migration. `serve`, `ingest` and `rebuild` do so by themselves; `status` and `check` change nothing.',
})
export class MigrateCommand extends StrictCommand {
  run(): Promise<void> {
    return runIn(async () => (await import('./migrate.js')).Migrate);
  }
}
