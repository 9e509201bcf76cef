import type { Pool } from 'pg';
import { type PayloadPlace, payloadsOf } from './event-payload.table.js';
import { isReadable, NEEDS_ZSTD } from './packed-bundle.js';

const ENDS = `
SELECT number, position FROM canonical_block
WHERE number IN ((SELECT min(number) FROM canonical_block), (SELECT max(number) FROM canonical_block))`;

/** Why this Node.js must not read or write here; looks at the lowest block and the highest alone, and needs no migration. */
export async function unreadableBundles(pool: Pool, hasZstd?: boolean): Promise<string | undefined> {
  const { rows } = await pool.query<{ made: boolean }>(
    `SELECT to_regclass('canonical_block') IS NOT NULL AND to_regclass('event_payload') IS NOT NULL AS made`,
  );
  if (!rows[0]!.made) return undefined;
  const { rows: places } = await pool.query<PayloadPlace>(ENDS);
  const starts = await payloadsOf(pool, places, 1);
  return [...starts.values()].every((start) => isReadable(start, hasZstd)) ? undefined : NEEDS_ZSTD;
}
