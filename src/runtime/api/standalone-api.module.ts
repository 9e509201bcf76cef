import { randomBytes } from 'node:crypto';
import { type DynamicModule, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { Access } from '../../api/access/access.js';
import { ApiModule } from '../../api/api.module.js';
import { ExplorerSettings } from '../../api/explore/explorer-settings.js';
import { CursorKey } from '../../api/http/cursor/cursor-key.js';
import { OwnServers } from '../../api/operation/own-servers.js';
import { ReadinessChecks } from '../../api/operation/readiness-checks.js';
import { TransparencySettings } from '../../api/transparency/transparency-settings.js';
import type { Config } from '../../platform/config/config.js';
import { createLogger } from '../../platform/log/logger.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { PostgresGraphStore } from '../../projection/graph/postgres-graph-store.js';
import { openAccess } from '../access/access.js';
import { explorerSettings } from '../access/explorer-settings.js';
import { PrimaryPool } from '../database/primary-pool.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { Ports } from '../preflight/ports.js';
import { SettingsModule } from '../settings/settings.module.js';
import { ApiSettingsModule } from './api-settings.module.js';

/** The API over a database that somebody else fills: open to everyone, without nodes, and with cursors that end with the process. */
@Module({})
export class StandaloneApiModule {
  static of(config: Config, pool: Pool): DynamicModule {
    const providers = [
      { provide: Pool, useValue: pool },
      { provide: PrimaryPool, useValue: new PrimaryPool(pool) },
      { provide: Ports, useValue: new Ports(config.port) },
      { provide: Access, useFactory: () => openAccess(config) },
      { provide: ExplorerSettings, useFactory: () => explorerSettings(config, {}, { key: undefined }) },
      { provide: TransparencySettings, useValue: new TransparencySettings(undefined) },
      { provide: CursorKey, useFactory: () => CursorKey.of(randomBytes(32)) },
      { provide: GraphStore, useFactory: () => new PostgresGraphStore(pool) },
      { provide: ReadinessChecks, useValue: new ReadinessChecks([]) },
      { provide: OwnServers, useValue: new OwnServers(() => []) },
    ];
    const logger = createLogger(config.logLevel);
    return {
      module: StandaloneApiModule,
      global: true,
      imports: [
        SettingsModule.of({ config, logger, parts: new StartedParts() }),
        ApiSettingsModule,
        ApiModule,
      ],
      providers,
      exports: providers,
    };
  }
}
