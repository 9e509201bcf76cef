import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { readConfig } from '../src/platform/config/config.js';
import { createLogger } from '../src/platform/log/logger.js';
import { createPool } from '../src/platform/postgres/pool.js';
import { startService } from '../src/runtime/service.js';
import { READ_POOL } from './read-child.js';

/** The store of a demo chain that does not grow. */
export interface DemoStore {
  /** For files; removed at the end. */
  readonly directory: string;
  readonly url: string;
  readonly pool: Pool;
  readonly firstBlock: number;
  stop(): Promise<void>;
}

export async function startDemoStore(): Promise<DemoStore> {
  const directory = mkdtempSync(join(tmpdir(), 'chainproof-bench-'));
  // Closed to others otherwise, and the embedded PostgreSQL runs as another user than root.
  chmodSync(directory, 0o755);
  const config = readConfig({ DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn' });
  const service = await startService(config, createLogger('warn'));
  const { url } = service.database;
  const pool = createPool(url, READ_POOL);
  const stop = async (): Promise<void> => {
    await pool.end();
    await service.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  try {
    await service.demo!.pauseLife();
    await service.caughtUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return { directory, url, pool, firstBlock: service.demo!.firstBlock, stop };
}
