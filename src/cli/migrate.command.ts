import { Command, CommandRunner } from 'nest-commander';
import { readConfig } from '../platform/config/config.js';
import { openDatabase } from './open-database.js';

@Command({
  name: 'migrate',
  description: 'Brings the database to the newest migration. The other commands do so by themselves.',
})
export class MigrateCommand extends CommandRunner {
  async run(): Promise<void> {
    const database = await openDatabase(readConfig(process.env));
    await database.close();
    console.log(
      database.migrated.length > 0 ? `applied: ${database.migrated.join(', ')}` : 'nothing to apply',
    );
  }
}
