import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Registry } from 'prom-client';
import { Ingester } from '../../ingestion/ingester.js';
import { IngestionMetrics } from '../../ingestion/ingestion-metrics.js';
import { Leadership } from '../../ingestion/leadership.js';
import { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { NewestHead } from '../../node/execution/newest-head.js';
import { Config } from '../../platform/config/config.js';
import { follows } from '../../platform/config/role.js';
import { Logger } from '../../platform/log/logger.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { ProjectionModule } from '../projection/projection.module.js';
import { forkSchedule, Projectors } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { ChainHeadReadiness } from './chain-head-readiness.js';
import { createIngester } from './create-ingester.js';
import { createSampler } from './create-sampler.js';
import { LateNodes } from './late-nodes.js';

@Module({
  imports: [DatabaseModule, ChainModule, ProjectionModule],
  providers: [
    LateNodes,
    Leadership,
    {
      provide: IngestionMetrics,
      inject: [Registry],
      useFactory: (registry: Registry) => new IngestionMetrics(registry),
    },
    {
      provide: ChainHeadReadiness,
      inject: [Config, Chain, Pool, Ingester, StartedParts],
      useFactory: headReadiness,
    },
    {
      provide: QueueSampler,
      inject: [Chain, OpenDatabase, Registry, Logger, StartedParts, Leadership],
      useFactory: samplerOf,
    },
    {
      provide: Ingester,
      inject: [
        ...[Chain, OpenDatabase, IngestionMetrics, Logger, StartedParts],
        ...[Config, Projectors, LateNodes, QueueSampler, Leadership],
      ],
      useFactory: ingesterOf,
    },
  ],
  exports: [Ingester, IngestionMetrics, ChainHeadReadiness, LateNodes, Leadership],
})
export class IngestionModule implements OnApplicationBootstrap {
  constructor(
    private readonly ingester: Ingester,
    private readonly sampler: QueueSampler,
    private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    if (!follows(this.config.role)) return;
    this.ingester.start();
    this.sampler?.start();
  }
}

/** Absent where no beacon node is known. */
function samplerOf(
  { beaconUrls }: Chain,
  { pool }: OpenDatabase,
  registry: Registry,
  logger: Logger,
  parts: StartedParts,
  leadership: Leadership,
): QueueSampler | undefined {
  if (beaconUrls.length === 0) return undefined;
  const sampler = createSampler({ pool, beaconUrls, registry, logger, leadership });
  parts.add(() => sampler.stop());
  return sampler;
}

/** Each process of a demo plays its own chain: the head of one that stands by is no measure. */
function headReadiness(
  { role }: Config,
  { rpcUrls, demo }: Chain,
  pool: Pool,
  ingester: Ingester,
  parts: StartedParts,
): ChainHeadReadiness {
  const newest = demo ? undefined : new NewestHead(rpcUrls);
  parts.add(() => newest?.close());
  return new ChainHeadReadiness(pool, {
    ...(follows(role) && { ingester }),
    ...(newest && { newest }),
  });
}

function ingesterOf(
  { rpcUrls, genesis }: Chain,
  { pool, url: databaseUrl }: OpenDatabase,
  metrics: IngestionMetrics,
  logger: Logger,
  parts: StartedParts,
  config: Config,
  { all: projectors }: Projectors,
  nodes: LateNodes,
  sampler: QueueSampler | undefined,
  leadership: Leadership,
): Ingester {
  const { forkTimes, stateProofs } = config;
  const ingester = createIngester({
    ...{ databaseUrl, chain: chainKind(config) },
    ...{ pool, rpcUrls, genesis, projectors, metrics, logger, stateProofs, leadership },
    schedule: forkSchedule(forkTimes),
    ...(sampler ? { sampler } : {}),
    onConnected: ({ capabilities }) => nodes.note(capabilities),
  });
  parts.add(() => ingester.stop());
  return ingester;
}
