import { ClaimsOfSetReader } from '../../claims/claims-of-set.reader.js';
import { readConfig } from '../../platform/config/config.js';
import { openDatabase } from '../../runtime/database/open-database.js';
import { textTable } from '../text/text-table.js';

/** Runs `definitions sets`. */
export async function run(): Promise<void> {
  const database = await openDatabase(readConfig(process.env), 'expect');
  try {
    const sets = await new ClaimsOfSetReader(database.pool).sets();
    const rows = sets.map(({ digest, isServed, definitions, segments }) => [
      digest,
      isServed ? 'served' : '',
      `${definitions}`,
      `${segments}`,
    ]);
    console.log(textTable(['definition set', '', 'definitions', 'proof segments'], rows));
  } finally {
    await database.close();
  }
}
