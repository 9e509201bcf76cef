import { Global, Module } from '@nestjs/common';
import { Pool } from 'pg';
import { InternalAccess } from '../../api/access/internal-access.js';
import { ChainBounds } from '../../api/http/chain-bounds.js';
import { CursorFence } from '../../api/http/cursor-fence.js';
import { PublicUrl } from '../../api/http/public-url.js';
import { ResponseCache } from '../../api/http/response-cache.js';
import { PortfolioBounds } from '../../api/portfolio/portfolio-bounds.js';
import { Registries } from '../../api/registry/registries.js';
import { BundleSettings } from '../../bundle/bundle-settings.js';
import { BundleThreads } from '../../bundle/bundle-threads.js';
import { StateReads } from '../../domain/event/state-reads.js';
import { PriceSources } from '../../domain/price/price-sources.js';
import { BoundedStateReads } from '../../event-store/bounded-state-reads.js';
import { CanonicalChain } from '../../event-store/canonical-chain.js';
import { Config } from '../../platform/config/config.js';
import { httpUrl } from '../../platform/config/http-url.js';
import { networkOf } from '../../platform/config/network-of.js';
import { BALANCE_REQUESTS, MAX_BALANCE_REQUESTS } from '../../projection/balance/balance-of.js';
import { NameRegistries } from '../../projection/name/name-registries.js';
import { PriceBounds } from '../../projection/price/price-bounds.js';
import { StoreVersionReader } from '../../records/coverage/store-version.reader.js';
import { STATE_REQUESTER } from '../../records/state/state-answer.table.js';
import { SignatureBook } from '../../signature/signature-book.js';
import { ViewCallSettings } from '../../state/call/view-call.reader.js';
import { ViewThreads } from '../../state/call/view-threads.js';
import { RequestedState } from '../../state/history/requested-state.js';
import { StateHistory } from '../../state/history/state-history.js';
import { Views } from '../../state/view/views.js';
import { PrimaryPool } from '../database/primary-pool.js';
import { isForked } from '../database/standby-lag.js';
import { consultedRegistries } from '../definitions/consulted-registries.js';
import { beaconUrls, nodeUrls } from '../demo/demo-note.js';
import { StartedParts } from '../lifecycle/started-parts.js';
import { nameRegistries } from '../name/name-registries.js';
import { Ports } from '../preflight/ports.js';
import { forkSchedule, logReaders, sourcesOfPrices } from '../projection/projectors.js';
import { chainKind } from '../settings/chain-kind.js';
import { signatureBook } from './signatures.js';
import { WholeAnswers } from './whole-answers.js';

/** Files are read once there is a database, because what is cheaper to refuse comes first. */
const FROM_FILES = [Config, Pool];

const providers = [
  WholeAnswers,
  {
    provide: ChainBounds,
    inject: [Config],
    useFactory: (config: Config) => new ChainBounds(chainKind(config).firstBlock, networkOf(config)),
  },
  {
    provide: InternalAccess,
    inject: [Config],
    useFactory: ({ metricsToken }: Config) => new InternalAccess(metricsToken),
  },
  {
    provide: PublicUrl,
    inject: [Config, Ports],
    useFactory: ({ publicUrl, host }: Config, { api }: Ports) =>
      new PublicUrl(publicUrl ?? httpUrl(host, api)),
  },
  {
    provide: ResponseCache,
    inject: [...FROM_FILES, PrimaryPool],
    useFactory: (config: Config, pool: Pool, { pool: primary }: PrimaryPool) => {
      const isOutdated = config.databaseReadUrl === undefined ? undefined : () => isForked(pool, primary);
      const versions = new StoreVersionReader(pool, logReaders(chainKind(config)), isOutdated);
      return new ResponseCache(versions, config.cacheMb * 2 ** 20, isOutdated !== undefined);
    },
  },
  {
    provide: CursorFence,
    inject: [Pool],
    useFactory: (pool: Pool) => new CursorFence(async () => (await new CanonicalChain(pool).head())?.number),
  },
  {
    provide: StateReads,
    inject: [PrimaryPool],
    useFactory: ({ pool }: PrimaryPool) =>
      new BoundedStateReads(pool, BALANCE_REQUESTS, MAX_BALANCE_REQUESTS),
  },
  {
    provide: ViewThreads,
    inject: [Config, StartedParts],
    useFactory: (config: Config, parts: StartedParts) => {
      const threads = new ViewThreads(forkSchedule(chainKind(config).forkTimes));
      parts.add(() => threads.close());
      return threads;
    },
  },
  {
    provide: ViewCallSettings,
    inject: [Config, Pool, PrimaryPool, ViewThreads],
    useFactory: viewCallSettings,
  },
  {
    provide: PriceBounds,
    inject: [Config],
    useFactory: ({ priceCarryHours }: Config) => new PriceBounds(priceCarryHours),
  },
  {
    provide: PortfolioBounds,
    inject: [Config],
    useFactory: ({ portfolioMaxPositions }: Config) => new PortfolioBounds(portfolioMaxPositions),
  },
  {
    provide: Views,
    inject: [Config, ViewThreads],
    useFactory: (config: Config, threads: ViewThreads) =>
      new Views(forkSchedule(chainKind(config).forkTimes), threads),
  },
  {
    provide: BundleSettings,
    inject: [Config],
    useFactory: (config: Config) =>
      new BundleSettings(
        chainKind(config),
        () => nodeUrls(config),
        () => beaconUrls(config),
      ),
  },
  {
    provide: BundleThreads,
    inject: [Config, Pool, StartedParts],
    useFactory: (config: Config, pool: Pool, parts: StartedParts) => {
      const threads = new BundleThreads({
        databaseUrl: pool.options.connectionString!,
        chain: chainKind(config),
      });
      parts.add(() => threads.close());
      return threads;
    },
  },
  {
    provide: Registries,
    inject: FROM_FILES,
    useFactory: (config: Config) => consultedRegistries(chainKind(config).isDemo),
  },
  { provide: SignatureBook, inject: FROM_FILES, useFactory: () => signatureBook() },
  {
    provide: PriceSources,
    inject: FROM_FILES,
    useFactory: (config: Config) => sourcesOfPrices(chainKind(config).isDemo),
  },
  {
    provide: NameRegistries,
    inject: FROM_FILES,
    useFactory: (config: Config) => nameRegistries(chainKind(config)),
  },
];

/** How many state reads all requests together may have open. */
const MAX_STATE_REQUESTS = 5_000;

function viewCallSettings(
  config: Config,
  pool: Pool,
  primary: PrimaryPool,
  threads: ViewThreads,
): ViewCallSettings {
  const schedule = forkSchedule(chainKind(config).forkTimes);
  const reads = new BoundedStateReads(primary.pool, STATE_REQUESTER, MAX_STATE_REQUESTS);
  const state = new RequestedState(new StateHistory(pool, schedule, 'all'), reads);
  return new ViewCallSettings(schedule, state, threads, config.stateProofs === 'all');
}

/** What the API is given that follows from the settings, the database and the files of this checkout. */
@Global()
@Module({ providers, exports: providers })
export class ApiSettingsModule {}
