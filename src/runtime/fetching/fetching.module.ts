import { availableParallelism } from 'node:os';
import { Module, type OnApplicationBootstrap } from '@nestjs/common';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { noteNodeHosts } from '../../event-store/note-node-hosts.js';
import { FETCHER_SESSION } from '../../event-store/silent-sessions.js';
import { VerifiedSource } from '../../ingestion/append/verified-source.js';
import { type OpenedNodes, RangeFetcher } from '../../ingestion/fetch/range-fetcher.js';
import { IngestionMetrics } from '../../ingestion/ingestion-metrics.js';
import { BlockWorkers, lostWorker } from '../../ingestion/worker/block-workers.js';
import { ExecutionSource } from '../../node/execution/execution-source.js';
import type { RefusalListener } from '../../node/rpc/node-refusal.js';
import { Config } from '../../platform/config/config.js';
import { Logger } from '../../platform/log/logger.js';
import { createPool } from '../../platform/postgres/pool.js';
import { Chain } from '../chain/chain.js';
import { ChainModule } from '../chain/chain.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { OpenDatabase } from '../database/open-database.js';
import { fetchTerms } from '../ingestion/fetch-terms.js';
import { IngestionModule } from '../ingestion/ingestion.module.js';
import { logRefusals } from '../ingestion/log-refusals.js';
import { PROCESS_NAME } from '../ingestion/process-name.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { forkSchedule } from '../projection/projectors.js';
import { FetcherReadiness } from './fetcher-readiness.js';

/** A process that freezes while it stores a range keeps others waiting as long. */
const SILENCE_MS = 30_000;

/** What fetches ranges in a process with `ROLE=fetch`; absent in others. */
@Module({
  imports: [DatabaseModule, ChainModule, IngestionModule],
  providers: [
    {
      provide: RangeFetcher,
      inject: [Config, Chain, OpenDatabase, IngestionMetrics, Logger, StartedParts],
      useFactory: fetcherOf,
    },
    {
      provide: FetcherReadiness,
      inject: [RangeFetcher],
      useFactory: (fetcher: RangeFetcher | undefined) => fetcher && new FetcherReadiness(fetcher),
    },
  ],
  exports: [FetcherReadiness],
})
export class FetchingModule implements OnApplicationBootstrap {
  constructor(private readonly fetcher: RangeFetcher) {}

  onApplicationBootstrap(): void {
    this.fetcher?.start();
  }
}

function fetcherOf(
  { role, forkTimes }: Config,
  { rpcUrls, genesis }: Chain,
  { url }: OpenDatabase,
  metrics: IngestionMetrics,
  logger: Logger,
  parts: StartedParts,
): RangeFetcher | undefined {
  if (role !== 'fetch') return undefined;
  const applicationName = FETCHER_SESSION;
  const ready = createPool(url, { applicationName, max: 1, staysOpen: true });
  const pool = createPool(url, { applicationName, max: 3, silenceTimeoutMs: SILENCE_MS });
  parts.add(async () => {
    await Promise.all([ready.end(), pool.end()]);
  });
  const log = logRefusals(logger);
  const onRefusal: RefusalListener = (what, refusal) => {
    metrics.refused(refusal.node);
    log(what, refusal);
  };
  const schedule = forkSchedule(forkTimes);
  const open = async (): Promise<OpenedNodes> => {
    const source = await ExecutionSource.connect(rpcUrls, CHAIN_ID, onRefusal);
    const onVerified = (seconds: number): void => metrics.stage('verify', seconds);
    const verified = new VerifiedSource(source, schedule, onVerified, genesis);
    // This thread has little to do.
    const threads = new BlockWorkers(verified, schedule, availableParallelism(), {
      ...{ onRefusal, onVerified },
      onLost: (reason, blocks) => logger.warn(lostWorker(reason, blocks)),
    });
    await noteNodeHosts(pool, rpcUrls);
    return {
      threads,
      terms: await fetchTerms(source, schedule, genesis.number),
      async close() {
        await Promise.all([source.close(), threads.close()]);
      },
    };
  };
  const fetcher = new RangeFetcher({
    ...{ ready, pool, open, name: PROCESS_NAME },
    onFetched: ({ fromBlock, toBlock }) => logger.info(`fetched blocks ${fromBlock} to ${toBlock}`),
    onFailure: (failure) =>
      failure === undefined ? logger.info('fetches again') : logger.error(`fetching: ${failure}`),
  });
  parts.add(() => fetcher.stop());
  return fetcher;
}
