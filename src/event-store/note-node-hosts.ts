import type { Pool } from 'pg';
import { shownHostname } from '../domain/url/shown-host.js';

/** Notes which nodes this process reads blocks from: their host names alone, since everything else can carry keys, and of these what looks like none. */
export async function noteNodeHosts(pool: Pool, urls: readonly string[]): Promise<void> {
  const hosts = [...new Set(urls.map((url) => shownHostname(new URL(url))))];
  await pool.query(
    'INSERT INTO node_host (host) SELECT unnest($1::text[]) ON CONFLICT (host) DO UPDATE SET last = now()',
    [hosts],
  );
}
