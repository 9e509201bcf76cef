import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../../platform/config/config.js';
import { networkOf } from '../../platform/config/network-of.js';
import { redactUrl } from '../../platform/config/redact-url.js';
import { sayIfSlow } from '../../platform/log/say-if-slow.js';
import { distribute } from '../../platform/postgres/distributed/distribute.js';
import { refuseOtherDistribution } from '../../platform/postgres/distributed/refuse-other-distribution.js';
import { startEmbeddedPostgres } from '../../platform/postgres/embedded/start-embedded-postgres.js';
import { atDatabase } from '../../platform/postgres/named-pool.js';
import { createPool } from '../../platform/postgres/pool.js';
import { Publication, publishOf } from '../../platform/postgres/publication.js';
import { refuseUnfit } from '../../platform/postgres/refuse-unfit.js';
import type { KeptProcess } from '../../platform/process/kept-process.js';
import { chainDirectory } from '../directory/chain-directory.js';
import { chainKind } from '../settings/chain-kind.js';
import { bringToNewest, type Migrations } from './bring-to-newest.js';
import { refuseOtherBeginning } from './refuse-other-beginning.js';
import { refuseOtherNetwork } from './refuse-other-network.js';
import { refuseUnreadable } from './refuse-unreadable.js';

/** A database ready for use: reachable, and at the newest migration. */
export abstract class OpenDatabase {
  /** For work that may take long: ingesting, folding, checking. */
  abstract readonly pool: Pool;
  abstract readonly url: string;
  /** Migrations applied just now. */
  abstract readonly migrated: readonly string[];
  /** The embedded server, where it was started or joined for this. */
  abstract readonly kept?: KeptProcess;
  /** Ends the connections, and the server where it was started for this. */
  abstract close(): Promise<void>;
}

/**
 * Connects to `DATABASE_URL`, or starts (or joins) the embedded PostgreSQL of the data directory, which is restarted when it ends; `say`
 * gets messages.
 */
export async function openDatabase(
  config: Config,
  migrations: Migrations,
  say?: (line: string) => void,
): Promise<OpenDatabase> {
  const server = await openServer(config, migrations, say);
  // No limit: a flush takes as long as it takes, and checking reads whole tables.
  const pool = createPool(server.url, { statementTimeoutMs: 0, replans: true });
  const closing: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await pool.end();
    for (const closeOne of closing) await closeOne();
    await server.stop();
  };
  try {
    await connect(pool, server.url, config);
    const { url, kept } = server;
    const migrated = await bringToNewest(pool, url, migrations, say);
    const publication = config.distributed && migrations !== 'await' ? new Publication(url) : undefined;
    if (publication) {
      closing.push(() => publication.close());
      publishOf(pool, publication);
      if (migrations === 'apply') {
        await distribute(pool);
        await publication.settle();
      }
    }
    return {
      pool,
      url,
      migrated,
      close,
      ...(kept && { kept }),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openServer(
  config: Config,
  migrations: Migrations,
  say: ((line: string) => void) | undefined,
): Promise<{ readonly url: string; readonly kept?: KeptProcess; stop(): Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined };
  const dataDir = join(chainDirectory(config), 'postgres');
  if (migrations === 'expect' && !existsSync(dataDir))
    throw new Error(`nothing is stored in ${config.dataDir} yet: start the service first`);
  return sayIfSlow('starting the embedded PostgreSQL', say ?? (() => undefined), () =>
    startEmbeddedPostgres({ dataDir, ...(say && { say }) }),
  );
}

async function connect(pool: Pool, url: string, config: Config): Promise<void> {
  try {
    await refuseUnfit(pool);
    await refuseUnreadable(pool);
    await refuseOtherDistribution(pool, config.distributed);
    await refuseOtherNetwork(pool, networkOf(config));
    await refuseOtherBeginning(pool, chainKind(config).firstBlock);
  } catch (error) {
    // The message names the database before the reason.
    const reason = (error instanceof Error ? error.message : String(error)).replace(atDatabase(url), '');
    const named =
      config.databaseUrl === undefined
        ? 'the embedded PostgreSQL'
        : `the database at ${redactUrl(url)} (DATABASE_URL)`;
    throw new Error(`${named} cannot be used: ${reason}`);
  }
}
