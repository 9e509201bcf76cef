import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../src/cli/service.js';
import { readConfig } from '../../src/platform/config/config.js';
import { createLogger } from '../../src/platform/log/logger.js';
import type { ServiceUnderTest } from './conformance.js';

/** Starts the demo service anew, on free ports and in a directory of its own, and lets its chain stand still; with `NEO4J` as it is set. */
export async function startDemoService(): Promise<ServiceUnderTest> {
  const directory = await mkdtemp(join(tmpdir(), 'chainproof-conformance-'));
  // Closed to others otherwise, and the embedded PostgreSQL runs as another user than root.
  await chmod(directory, 0o755);
  const { NEO4J } = process.env;
  const environment = { DATA_DIR: directory, PORT: '0', LOG_LEVEL: 'warn', NEO4J };
  const service = await startService(readConfig(environment), createLogger('warn'));
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
  return { baseUrl: service.url, stop };
}
