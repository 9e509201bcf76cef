import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { type Config, readConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/log/logger.js';
import { keyStore } from '../../src/runtime/access/access.js';
import { openEntities } from '../../src/runtime/database/entities.js';
import { startService } from '../../src/runtime/service.js';
import type { CheckedKeys } from './checker.js';
import type { ServiceUnderTest } from './conformance.js';

/**
 * Starts the demo service on a new chain that does not grow, on free ports and in its own directory, with `NEO4J` from the environment.
 *
 * @param settings further environment variables
 */
export async function startDemoService(settings: NodeJS.ProcessEnv = {}): Promise<ServiceUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'chainproof-conformance-'));
  // The embedded PostgreSQL runs as another user than root, who could not enter the directory otherwise.
  await chmod(directory, 0o755);
  const { NEO4J } = process.env;
  const environment = { DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn', NEO4J, ...settings };
  const config = readConfig(environment);
  const service = await startService(config, createLogger(config.logLevel));
  const stop = async (): Promise<void> => {
    await service.stop();
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await service.demo?.pauseLife();
    await service.caughtUp();
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    baseUrl: service.url,
    keys: await makeKeys(config, service.database.pool),
    ...(service.payTerms && { payUrl: service.payTerms.url }),
    stop,
  };
}

/** Keys whose rate limits allow the checker's thousands of calls. */
async function makeKeys(config: Config, pool: Pool): Promise<CheckedKeys> {
  const keys = keyStore(config, await openEntities(pool));
  const terms = { name: 'conformance', requests: 1_000_000, windowSeconds: 60 };
  const high = await keys.create({ ...terms, plan: 'Intelligence' });
  const low = await keys.create({ ...terms, plan: 'Enriched Data' });
  return { high: high.key, low: low.key };
}
