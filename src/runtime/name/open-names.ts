import type { Pool } from 'pg';
import { Gauge, type Registry } from 'prom-client';
import type { Leadership } from '../../ingestion/leadership.js';
import type { Logger } from '../../platform/log/logger.js';
import { NameFollower } from '../../projection/name/name-follower.js';
import { NamePass } from '../../projection/name/name-pass.js';
import type { NameRegistries } from '../../projection/name/name-registries.js';

/** The texts addresses are found by, kept up to date. */
export abstract class OpenNames {
  abstract start(): void;
  /** Resolves when the texts are up to date with what is known now, or `stop` is aborted. */
  abstract caughtUp(stop?: AbortSignal): Promise<void>;
  abstract stop(): Promise<void>;
}

/** @param pool for work that may take long */
export function openNames(
  pool: Pool,
  registries: NameRegistries,
  logger: Logger,
  leadership: Leadership,
  registry: Registry,
): OpenNames {
  const passedAt = new Gauge({
    name: 'chainproof_names_passed_timestamp_seconds',
    help: 'When this process last brought the index of names up to date; 0 if never. Of several processes the newest counts.',
    registers: [registry],
  });
  const pass = new NamePass(pool, registries);
  const follower = new NameFollower(
    pass,
    () => leadership.isHeld,
    (error) => (error === undefined ? logger.info('names: going on') : logger.error(`names: ${error}`)),
    () => passedAt.setToCurrentTime(),
  );
  return {
    start: () => follower.start(),
    async caughtUp(stop) {
      // The follower reports the error, and retries.
      await pass.run(stop).catch(() => undefined);
    },
    stop: () => follower.stop(),
  };
}
