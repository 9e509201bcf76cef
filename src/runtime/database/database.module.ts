import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { DataSource } from 'typeorm';
import { Config } from '../../platform/config/config.js';
import { follows } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { ANSWERING_SESSION, createPool } from '../../platform/postgres/pool.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Preflight } from '../preflight/preflight.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { Database } from './database.js';
import { openEntities } from './entities.js';
import { OpenDatabase, openDatabase } from './open-database.js';
import { PrimaryPool } from './primary-pool.js';
import { StandbyReadiness } from './standby-readiness.js';

/** A request waits for the database no longer than its user would. */
const API_POOL = {
  applicationName: ANSWERING_SESSION,
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
  staysOpen: true,
  readsInOrder: true,
} as const;

/** How many migrations a line of the log names. */
const MOST_NAMED = 10;

/** `OpenDatabase` has the connections for long work, which `DataSource` shares, and `Pool` those for requests. */
@Module({
  imports: [PreflightModule],
  providers: [
    Database,
    // Opened after the preflight.
    { provide: OpenDatabase, inject: [Database, Logger, Config, StartedParts, Preflight], useFactory: open },
    { provide: Pool, inject: [OpenDatabase, Config, StartedParts], useFactory: openApiPool },
    { provide: PrimaryPool, inject: [Config, Pool, StartedParts], useFactory: openPrimaryPool },
    {
      provide: StandbyReadiness,
      inject: [Config, Pool, PrimaryPool, Registry],
      useFactory: standbyReadiness,
    },
    {
      provide: DataSource,
      inject: [OpenDatabase],
      useFactory: ({ pool }: OpenDatabase) => openEntities(pool),
    },
  ],
  exports: [Database, OpenDatabase, Pool, PrimaryPool, DataSource, StandbyReadiness],
})
export class DatabaseModule {}

async function open(
  database: Database,
  logger: Logger,
  config: Config,
  parts: StartedParts,
): Promise<OpenDatabase> {
  const say = (line: string): void => logger.warn(line);
  if (!follows(config.role))
    return parts.start(
      () => openToRead(config, say),
      (opened) => opened.close(),
    );
  const opened = await database.open('apply', say);
  const { migrated } = opened;
  if (migrated.length > 0) logger.info(`migrated: ${namedOf(migrated)}`);
  return opened;
}

/** The migrations by name, or their number if there are many, as for a new database. */
function namedOf(migrated: readonly string[]): string {
  return migrated.length > MOST_NAMED
    ? `${migrated.length} migrations, up to ${migrated.at(-1)}`
    : migrated.join(', ');
}

function openToRead(
  { databaseReadUrl, ...config }: Config,
  say: (line: string) => void,
): Promise<OpenDatabase> {
  return openDatabase({ ...config, ...(databaseReadUrl && { databaseUrl: databaseReadUrl }) }, 'await', say);
}

function openPrimaryPool(
  { databaseReadUrl, databaseUrl }: Config,
  pool: Pool,
  parts: StartedParts,
): PrimaryPool {
  if (databaseReadUrl === undefined) return new PrimaryPool(pool);
  const primary = createPool(databaseUrl!, API_POOL);
  parts.add(() => primary.end());
  return new PrimaryPool(primary);
}

/** Absent where the database itself is read. */
function standbyReadiness(
  { databaseReadUrl }: Config,
  pool: Pool,
  { pool: primary }: PrimaryPool,
  registry: Registry,
): StandbyReadiness | undefined {
  if (databaseReadUrl === undefined) return undefined;
  return new StandbyReadiness(pool, primary, registry);
}

function openApiPool({ url }: OpenDatabase, { distributed }: Config, parts: StartedParts): Pool {
  const pool = createPool(url, { ...API_POOL, asksShardsInTurn: distributed !== undefined });
  parts.add(() => pool.end());
  return pool;
}
