import { Command } from 'nest-commander';
import { StrictCommand } from '../command/strict-command.js';

@Command({
  name: 'migrate',
  description:
    'Brings the database to the newest migration. `serve`, `ingest` and `rebuild` do so by themselves; `status` and `check` change nothing.',
})
export class MigrateCommand extends StrictCommand {
  async run(): Promise<void> {
    await (await import('./migrate.js')).run();
  }
}
