import type { Pool } from 'pg';
import { shownHostname } from '../domain/url/shown-host.js';

/**
 * Notes the host names of the nodes that this process reads blocks from. Nothing else of their URLs is
 * stored, nor labels that look like keys.
 */
export async function noteNodeHosts(pool: Pool, urls: readonly string[]): Promise<void> {
  const hosts = [...new Set(urls.map((url) => shownHostname(new URL(url))))];
  await pool.query(
    'INSERT INTO node_host (host) SELECT unnest($1::text[]) ON CONFLICT (host) DO UPDATE SET last = now()',
    [hosts],
  );
}
