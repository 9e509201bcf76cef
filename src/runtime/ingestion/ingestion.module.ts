import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { Registry } from 'prom-client';
import { Ingester } from '../../ingestion/ingester.js';
import { QueueSampler } from '../../ingestion/queue/queue-sampler.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { ProjectionModule } from '../projection/projection.module.js';
import { forkSchedule, Projectors } from '../projection/projectors.js';
import { ChainHeadReadiness } from './chain-head-readiness.js';
import { createIngester } from './create-ingester.js';
import { createSampler } from './create-sampler.js';
import { LateNodes } from './late-nodes.js';

@Module({
  imports: [DatabaseModule, ChainModule, ProjectionModule],
  providers: [
    LateNodes,
    ChainHeadReadiness,
    {
      provide: QueueSampler,
      inject: [Chain, OpenDatabase, Registry, Logger, StartedParts],
      useFactory: samplerOf,
    },
    {
      provide: Ingester,
      inject: [
        ...[Chain, OpenDatabase, Registry, Logger, StartedParts],
        ...[Config, Projectors, LateNodes, QueueSampler],
      ],
      useFactory: ingesterOf,
    },
  ],
  exports: [Ingester, ChainHeadReadiness, LateNodes],
})
export class IngestionModule implements OnApplicationBootstrap {
  constructor(
    private readonly ingester: Ingester,
    private readonly sampler: QueueSampler,
  ) {}

  onApplicationBootstrap(): void {
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
): QueueSampler | undefined {
  if (beaconUrls.length === 0) return undefined;
  const sampler = createSampler({ pool, beaconUrls, registry, logger });
  parts.add(() => sampler.stop());
  return sampler;
}

function ingesterOf(
  { rpcUrls, firstBlock, genesis }: Chain,
  { pool }: OpenDatabase,
  registry: Registry,
  logger: Logger,
  parts: StartedParts,
  { forkTimes, stateProofs }: Config,
  { all: projectors }: Projectors,
  nodes: LateNodes,
  sampler: QueueSampler | undefined,
): Ingester {
  const ingester = createIngester({
    ...{ pool, rpcUrls, firstBlock, genesis, projectors, registry, logger, stateProofs },
    schedule: forkSchedule(forkTimes),
    ...(sampler ? { sampler } : {}),
    onConnected: ({ capabilities }) => nodes.note(capabilities),
  });
  parts.add(() => ingester.stop());
  return ingester;
}
