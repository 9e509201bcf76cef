import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../platform/config/config.js';
import { startEmbeddedPostgres } from '../platform/postgres/embedded/start-embedded-postgres.js';
import { migrate } from '../platform/postgres/migrate.js';
import { createPool } from '../platform/postgres/pool.js';
import { chainDirectory } from './chain-directory.js';

/** A database ready for use: reachable, and at the newest migration. */
export interface OpenDatabase {
  readonly pool: Pool;
  readonly url: string;
  /** Migrations applied just now. */
  readonly migrated: readonly string[];
  /** Ends the connections, and the server where it was started for this. */
  close(): Promise<void>;
}

/** A flush of a backfill may take longer than any statement of the API should. */
const STATEMENT_TIMEOUT_MS = 120_000;

/** Connects to `DATABASE_URL`, or starts (or joins) the embedded PostgreSQL of the data directory; then migrates. */
export async function openDatabase(config: Config): Promise<OpenDatabase> {
  const server =
    config.databaseUrl === undefined
      ? await startEmbeddedPostgres({ dataDir: join(chainDirectory(config), 'postgres') })
      : { url: config.databaseUrl, stop: async () => undefined };
  try {
    const migrated = await migrate(server.url);
    const pool = createPool(server.url, { statementTimeoutMs: STATEMENT_TIMEOUT_MS });
    return {
      pool,
      url: server.url,
      migrated,
      close: async () => {
        await pool.end();
        await server.stop();
      },
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}
