import type { Pool } from 'pg';
import { inTransaction } from '../platform/postgres/transaction.js';
import { LinkedEntries } from './linked-entries.js';

/** What an entry states about a file: its name without folders, and its hash as `sha256:` and hex. */
export interface LoggedFile {
  readonly name: string;
  readonly sha256: string;
}

const FIND = `
SELECT index FROM log_entry
WHERE CASE WHEN substring(entry, 1, 1) = '{' THEN convert_from(entry, 'UTF8')::jsonb @> $1::jsonb END ORDER BY index LIMIT 1`;

/**
 * Puts the hash of a file into the log, unless it is there. Reads the whole log.
 * @returns the index of the entry
 */
export function logFile(pool: Pool, { name, sha256 }: LoggedFile): Promise<number> {
  return inTransaction(
    pool,
    async (tx) => {
      const entries = await LinkedEntries.begin(tx);
      const entry = { type: 'file', name, sha256 };
      const { rows } = await tx.query<{ index: number }>(FIND, [JSON.stringify(entry)]);
      if (rows[0] !== undefined) return Number(rows[0].index);
      const index = entries.add(entry);
      await entries.append();
      return index;
    },
    { isolation: 'read committed' },
  );
}
