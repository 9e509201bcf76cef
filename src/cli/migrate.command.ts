import { Command } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { openDatabase } from './open-database.js';
import { StrictCommand } from './strict-command.js';

@Command({
  name: 'migrate',
  description:
    'Brings the database to the newest migration. `serve`, `ingest` and `rebuild` do so by themselves; `status` and `check` change nothing.',
})
export class MigrateCommand extends StrictCommand {
  async run(): Promise<void> {
    const database = await openDatabase(readConfig(process.env), 'apply');
    await database.close();
    console.log(
      database.migrated.length > 0 ? `applied: ${database.migrated.join(', ')}` : 'nothing to apply',
    );
  }
}
