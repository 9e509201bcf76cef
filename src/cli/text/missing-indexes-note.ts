import type { Pool } from 'pg';
import { missingReadIndexes } from '../../platform/postgres/read-indexes.js';

/**
 * A line about indexes that a fill has dropped, whether it still runs or was killed; empty if none is
 * missing.
 */
export async function missingIndexesNote(pool: Pool): Promise<string> {
  const missing = await missingReadIndexes(pool);
  if (missing.length === 0) return '';
  return `without indexes, until the fill under way ends or the service starts: ${missing.join(', ')}\n`;
}
