import type { Pool } from 'pg';

/**
 * A text that changes when a backup is restored in place of the database: into a new database, into new
 * tables, or as files, for which the server is stopped. A restart of the server changes it, too. Read it
 * before anything that is kept under it: then nothing of the earlier database is kept under the identity of
 * the later one.
 */
export async function storeIdentity(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ identity: string }>({
    name: 'identity of the store',
    text: `
      SELECT concat_ws('/', (SELECT oid FROM pg_database WHERE datname = current_database()),
                       'chain_event'::regclass::oid, extract(epoch FROM pg_postmaster_start_time())) AS identity`,
  });
  return rows[0]!.identity;
}
