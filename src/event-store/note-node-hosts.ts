import type { Pool } from 'pg';

/** Notes which nodes this process reads blocks from: their host names alone, since paths and user names can carry keys. */
export async function noteNodeHosts(pool: Pool, urls: readonly string[]): Promise<void> {
  const hosts = [...new Set(urls.map((url) => new URL(url).hostname))];
  await pool.query(
    'INSERT INTO node_host (host) SELECT unnest($1::text[]) ON CONFLICT (host) DO UPDATE SET last = now()',
    [hosts],
  );
}
