import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { DataSource } from 'typeorm';
import { Logger } from '../../platform/log/logger.js';
import { createPool } from '../../platform/postgres/pool.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Preflight } from '../preflight/preflight.js';
import { PreflightModule } from '../preflight/preflight.module.js';
import { Database } from './database.js';
import { DatabaseReadiness } from './database-readiness.js';
import { openEntities } from './entities.js';
import { OpenDatabase } from './open-database.js';

/** A request waits for the database no longer than its user would. */
const API_POOL = {
  applicationName: 'chainproof-api',
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
} as const;

/** `OpenDatabase` has the connections for long work, which `DataSource` shares, and `Pool` those for requests. */
@Module({
  imports: [PreflightModule],
  providers: [
    Database,
    DatabaseReadiness,
    // Opened after the preflight.
    { provide: OpenDatabase, inject: [Database, Logger, Preflight], useFactory: open },
    { provide: Pool, inject: [OpenDatabase, StartedParts], useFactory: openApiPool },
    {
      provide: DataSource,
      inject: [OpenDatabase],
      useFactory: ({ pool }: OpenDatabase) => openEntities(pool),
    },
  ],
  exports: [Database, OpenDatabase, Pool, DataSource, DatabaseReadiness],
})
export class DatabaseModule {}

async function open(database: Database, logger: Logger): Promise<OpenDatabase> {
  const opened = await database.open('apply', (line) => logger.warn(line));
  if (opened.migrated.length > 0) logger.info(`migrated: ${opened.migrated.join(', ')}`);
  return opened;
}

function openApiPool({ url }: OpenDatabase, parts: StartedParts): Pool {
  const pool = createPool(url, API_POOL);
  parts.add(() => pool.end());
  return pool;
}
