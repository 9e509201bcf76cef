import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PayTerms } from '../api/access/payment/pay-terms.js';
import { createApiServer } from '../api/http/server.js';
import type { DemoChain } from '../demo/demo-chain.js';
import type { Facilitator } from '../facilitator/facilitator.js';
import type { Config } from '../platform/config/config.js';
import { httpUrl } from '../platform/config/http-url.js';
import type { Logger } from '../platform/log/logger.js';
import { NestLogger } from '../platform/log/nest-logger.js';
import { createMetricRegistry } from '../platform/metric/metric-registry.js';
import { createPool } from '../platform/postgres/pool.js';
import { probePort } from '../platform/process/free-port.js';
import type { GaveUp } from '../platform/process/kept-process.js';
import { accessOf, keyStore, noteForeignKeys } from './access/access.js';
import { AppModule } from './api/app.module.js';
import { readinessChecks } from './api/readiness.js';
import { signatureBook } from './api/signatures.js';
import { genesisFrom } from './chain/genesis.js';
import { contactNodes, type NodeContact } from './chain/node-contact.js';
import { type OpenDatabase, openDatabase } from './database/open-database.js';
import { restoreMissingIndexes } from './database/restore-indexes.js';
import { takeServiceLock } from './database/service-lock.js';
import { startDemoBeaconOf } from './demo/demo-beacon.js';
import { startDemoFacilitator } from './demo/demo-facilitator.js';
import { demoKey } from './demo/demo-key.js';
import { noteDemo } from './demo/demo-note.js';
import { replayDemo } from './demo/replay-demo.js';
import { openGraph } from './graph/open-graph.js';
import { caughtUp, queuesSampled } from './ingestion/caught-up.js';
import { createIngester } from './ingestion/create-ingester.js';
import { createSampler } from './ingestion/create-sampler.js';
import { noteRecovery } from './ingestion/recovery-note.js';
import { nameRegistries } from './name/name-registries.js';
import { openNames } from './name/open-names.js';
import { chainPayments, isPaidApiEnabled, paidApi } from './payment/paid-api.js';
import { catchUpProjections } from './projection/catch-up.js';
import {
  allProjectors,
  chainKind,
  forkSchedule,
  networkOf,
  sourcesOfPrices,
} from './projection/projectors.js';
import { chainDirectory } from './settings/chain-directory.js';
import { keptSecret } from './settings/kept-secret.js';

/** The whole service in one process: database, chain, ingestion and HTTP. */
export interface RunningService {
  readonly url: string;
  readonly database: OpenDatabase;
  /** Present when no node was configured. */
  readonly demo?: DemoChain;
  /** Settles payments on the demo chain. */
  readonly facilitator?: Facilitator;
  /** A key for the demo chain, where keys are asked for. */
  readonly demoKey?: string;
  /** The price of single calls and their address, if they are sold. */
  readonly payTerms?: PayTerms;
  /** Where the Neo4j is that serves the graph, if one does. */
  readonly graphUri?: string;
  /** The result of asking the nodes at the start. */
  readonly contact: NodeContact;
  /** Settles when something that the service runs itself, and cannot do without, has been given up. */
  readonly failed: Promise<GaveUp>;
  /** Resolves when the stores are at the node's head and the demo's queues were sampled, or `stop` is aborted; throws when the ingester has given up. */
  caughtUp(stop?: AbortSignal): Promise<void>;
  /** Lets requests and the flush under way finish, then stops everything that was started. */
  stop(): Promise<void>;
}

/** A request waits for the database no longer than its user would. */
const API_POOL = {
  applicationName: 'chainproof-api',
  connectTimeoutMs: 5_000,
  statementTimeoutMs: 10_000,
  answerTimeoutMs: 12_000,
} as const;

/**
 * Starts everything, cheapest to refuse first; started parts are stopped again when a later part fails. `onNodes` gets the capabilities of
 * nodes that were unreachable at the start.
 */
export async function startService(
  config: Config,
  logger: Logger,
  onNodes: (nodes: NodeContact['nodes']) => void = () => undefined,
): Promise<RunningService> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    const failures: unknown[] = [];
    for (const one of stops.splice(0).reverse()) {
      try {
        await one();
      } catch (error) {
        // A part that fails to stop must not keep the rest running.
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  };
  try {
    const port = await probePort(config.port, config.host);
    const payPort = isPaidApiEnabled(config) ? await probePort(config.pay.port, config.host) : undefined;
    stops.push(await takeServiceLock(config));
    noteRecovery(logger);
    const asked = config.rpcUrls.length > 0 ? await contactNodes(config.rpcUrls) : undefined;

    const database = await openDatabase(config, 'apply', (line) => logger.warn(line));
    stops.push(() => database.close());
    if (database.migrated.length > 0) logger.info(`migrated: ${database.migrated.join(', ')}`);
    const apiPool = createPool(database.url, API_POOL);
    stops.push(() => apiPool.end());
    const registry = createMetricRegistry();
    const projectors = allProjectors(chainKind(config), registry);
    await catchUpProjections(database.pool, projectors, (line) => logger.warn(line));
    await restoreMissingIndexes(database.pool, (line) => logger.warn(line));

    const demo = asked ? undefined : await replayDemo(config, database.pool, logger);
    if (demo) stops.push(() => demo.stop());
    const beacon = demo && (await startDemoBeaconOf(config, demo));
    if (demo && beacon) stops.push(() => beacon.stop(), noteDemo(config, demo.url, beacon.url));
    const facilitator = demo && (await startDemoFacilitator(config, demo, logger));
    stops.push(() => facilitator?.stop());
    const beaconUrls = beacon ? [beacon.url] : config.beaconUrls;
    const rpcUrls = demo ? [demo.url] : config.rpcUrls;
    const contact = asked ?? (await contactNodes(rpcUrls));
    const firstBlock = demo?.firstBlock ?? config.firstBlock ?? 0;

    const genesis = await genesisFrom(firstBlock, config.genesisFile, demo?.genesis);

    const keys = keyStore(config, database.pool);
    const key = demo && config.access === 'keys' ? await demoKey(chainDirectory(config), keys) : undefined;
    if (config.access === 'keys') await noteForeignKeys(keys, (line) => logger.warn(line));

    const sampler =
      beaconUrls.length > 0
        ? createSampler({ pool: database.pool, beaconUrls, registry, logger })
        : undefined;
    stops.push(() => sampler?.stop());
    let connected = contact.nodes.length > 0;
    const ingester = createIngester({
      pool: database.pool,
      rpcUrls,
      firstBlock,
      genesis,
      projectors,
      schedule: forkSchedule(config.forkTimes),
      ...(sampler ? { sampler } : {}),
      registry,
      logger,
      onConnected(source) {
        if (!connected) onNodes(source.capabilities);
        connected = true;
      },
    });
    stops.push(() => ingester.stop());

    const graph = await openGraph({ config, pool: database.pool, apiPool, registry, logger });
    stops.push(() => graph.stop());
    // Without Neo4j all but what it answers goes on.
    const vital = [database.kept, demo?.kept].flatMap((one) => one ?? []);
    const kept = [...vital, ...(graph.kept ? [graph.kept] : [])];
    const registries = nameRegistries(chainKind(config));
    const names = openNames(database.pool, registries, logger);
    stops.push(() => names.stop());

    const paid =
      payPort === undefined
        ? undefined
        : paidApi(config, {
            port: payPort,
            pool: apiPool,
            registry,
            ...(demo && facilitator && { chain: chainPayments(demo, facilitator) }),
          });
    const app = await createApiServer(
      AppModule.of({
        pool: apiPool,
        graph: graph.store,
        names: registries,
        registry,
        firstBlock,
        network: networkOf(config),
        access: accessOf(config, apiPool),
        ...(config.metricsToken !== undefined && { metricsToken: config.metricsToken }),
        cacheBytes: config.cacheMb * 2 ** 20,
        cursorSecret: keptSecret(chainDirectory(config), 'cursor'),
        signatures: signatureBook(),
        prices: sourcesOfPrices(chainKind(config).isDemo),
        priceCarryHours: config.priceCarryHours,
        portfolioMaxPositions: config.portfolioMaxPositions,
        publicUrl: config.publicUrl ?? httpUrl(config.host, port),
        readiness: readinessChecks(apiPool, ingester, graph),
        away: () => vital.filter(({ failure }) => failure !== undefined).map(({ name }) => name),
      }),
      { host: config.host, port, logger: new NestLogger(logger), ...(paid && { pay: paid }) },
    );
    stops.push(() => app.close());
    ingester.start();
    sampler?.start();
    graph.start();
    names.start();
    demo?.startLife();

    return {
      url: addressOf(app, config.host),
      database,
      ...(demo ? { demo } : {}),
      ...(facilitator ? { facilitator } : {}),
      ...(key === undefined ? {} : { demoKey: key }),
      ...(paid ? { payTerms: paid.payments.terms } : {}),
      ...(graph.uri === undefined ? {} : { graphUri: graph.uri }),
      contact,
      failed: Promise.race(kept.map(({ gaveUp }) => gaveUp)),
      async caughtUp(stop) {
        await caughtUp(database.pool, ingester, demo?.height() ?? 0, stop);
        if (beacon) await queuesSampled(database.pool, ingester, stop);
        await graph.caughtUp(stop);
        await names.caughtUp(stop);
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('the API listens on no port');
  return httpUrl(host, address.port);
}
