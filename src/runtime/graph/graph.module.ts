import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { Config } from '../../platform/config/config.js';
import { follows } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { GraphStore } from '../../projection/graph/graph-store.reader.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { PrimaryPool } from '../database/primary-pool.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { ProjectionModule } from '../projection/projection.module.js';
import { OpenGraph, openGraph } from './open-graph.js';

@Module({
  imports: [DatabaseModule, ChainModule, ProjectionModule],
  providers: [
    {
      provide: OpenGraph,
      // A Neo4j is started after the chain: it takes longest.
      inject: [Config, OpenDatabase, Pool, PrimaryPool, Registry, Logger, StartedParts, Chain],
      useFactory: open,
    },
    { provide: GraphStore, inject: [OpenGraph], useFactory: ({ store }: OpenGraph) => store },
  ],
  exports: [OpenGraph, GraphStore],
})
export class GraphModule implements OnApplicationBootstrap {
  constructor(
    private readonly graph: OpenGraph,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (follows(this.config.role)) this.graph.start();
  }
}

function open(
  config: Config,
  { pool }: OpenDatabase,
  apiPool: Pool,
  { pool: primary }: PrimaryPool,
  registry: Registry,
  logger: Logger,
  parts: StartedParts,
): Promise<OpenGraph> {
  return parts.start(
    () => openGraph({ config, pool, apiPool, primary, registry, logger }),
    (graph) => graph.stop(),
  );
}
