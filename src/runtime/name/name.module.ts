import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Leadership } from '../../ingestion/leadership.js';
import { Logger } from '../../platform/log/logger.js';
import { NameRegistries } from '../../projection/name/name-registries.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { ProjectionModule } from '../projection/projection.module.js';
import { OpenNames, openNames } from './open-names.js';

@Module({
  imports: [DatabaseModule, ProjectionModule, IngestionModule],
  providers: [
    {
      provide: OpenNames,
      inject: [OpenDatabase, NameRegistries, Logger, StartedParts, Leadership, Registry],
      useFactory: open,
    },
  ],
  exports: [OpenNames],
})
export class NameModule implements OnApplicationBootstrap {
  constructor(private readonly names: OpenNames) {}

  onApplicationBootstrap(): void {
    this.names.start();
  }
}

function open(
  { pool }: OpenDatabase,
  registries: NameRegistries,
  logger: Logger,
  parts: StartedParts,
  leadership: Leadership,
  registry: Registry,
): OpenNames {
  const names = openNames(pool, registries, logger, leadership, registry);
  parts.add(() => names.stop());
  return names;
}
