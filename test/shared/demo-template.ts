import { rm } from 'node:fs/promises';
import { readConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/log/logger.js';
import { createPool } from '../../src/platform/postgres/pool.js';
import { type RunningService, startService } from '../../src/runtime/service.js';
import { createDatabase } from '../fixture/database.js';
import { everythingAnswered } from '../fixture/everything-answered.js';
import { type CopiedDemo, type DemoTemplate, dataDirectory } from './copy-demo.js';
import type { SharedServer } from './shared-server.js';

/** Ingests the demo chain for all test files of a run. */
export async function startDemoTemplate(): Promise<SharedServer<DemoTemplate>> {
  const directory = await dataDirectory();
  const { url, name, drop } = await createDatabase({ migrated: true });
  const service = await serveDemo({ databaseUrl: url, directory });
  await service.stop();
  const stop = async () => {
    await drop();
    await rm(directory, { recursive: true, force: true });
  };
  return { reported: { database: name, directory }, stop };
}

/** Runs the whole service on the demo chain until everything is ingested, answered and sampled. From then on the chain does not grow. */
export async function serveDemo({
  databaseUrl,
  directory,
}: Pick<CopiedDemo, 'databaseUrl' | 'directory'>): Promise<RunningService> {
  const config = readConfig({
    ...{ DATA_DIR: directory, DATABASE_URL: databaseUrl, PORT: '0' },
    ...{ LOG_LEVEL: 'warn', ACCESS: 'open' },
  });
  const service = await startService(config, createLogger(config.logLevel));
  await service.demo!.pauseLife();
  await service.caughtUp();
  const pool = createPool(service.database.url);
  await everythingAnswered(pool).finally(() => pool.end());
  return service;
}
