import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';

/** Runs `migrate`. */
export async function run(): Promise<void> {
  const database = await openDatabase(readConfig(process.env), 'apply');
  await database.close();
  console.log(database.migrated.length > 0 ? `applied: ${database.migrated.join(', ')}` : 'nothing to apply');
}
