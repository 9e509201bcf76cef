import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApiServer } from '../api/http/server.js';
import { AppModule } from '../app.module.js';
import { type DemoChain, startDemoChain } from '../demo/demo-chain.js';
import { CanonicalChain } from '../event-store/canonical-chain.js';
import { Ingester } from '../ingestion/ingester.js';
import { IngestionMetrics } from '../ingestion/ingestion-metrics.js';
import { toHex } from '../kernel/chain/hex.js';
import type { Config } from '../platform/config/config.js';
import type { Logger } from '../platform/log/logger.js';
import { NestLogger } from '../platform/log/nest-logger.js';
import { createMetricRegistry } from '../platform/metric/metric-registry.js';
import { findFreePort } from '../platform/process/free-port.js';
import type { NodeCapabilities } from '../source/execution/capabilities.js';
import { chainDirectory } from './chain-directory.js';
import { cursorSecret } from './cursor-secret.js';
import { noteDemo } from './demo-note.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import { openFollower } from './open-follower.js';
import { allProjectors } from './projectors.js';
import { readinessChecks } from './readiness.js';

/** The whole service in one process: database, chain, ingestion and HTTP. */
export interface RunningService {
  readonly url: string;
  readonly database: OpenDatabase;
  /** Present when no node was configured. */
  readonly demo?: DemoChain;
  readonly ingester: Ingester;
  /** What the nodes can give, once they have been reached. */
  readonly nodes: () => readonly { readonly name: string; readonly capabilities: NodeCapabilities }[];
  /** Resolves when the store is at the head the node had when this was called; throws when the ingester has given up. */
  caughtUp(): Promise<void>;
  /** Lets requests and the flush under way finish, then stops everything that was started. */
  stop(): Promise<void>;
}

const POLL_MS = 1_000;

/** Starts everything; what has been started is stopped again when a later part fails. */
export async function startService(config: Config, logger: Logger): Promise<RunningService> {
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (const one of stops.splice(0).reverse()) await one();
  };
  try {
    const database = await openDatabase(config);
    stops.push(() => database.close());
    if (database.migrated.length > 0) logger.info(`migrated: ${database.migrated.join(', ')}`);

    const demo = config.rpcUrls.length === 0 ? await replayDemo(config, database, logger) : undefined;
    if (demo) {
      stops.push(() => demo.stop());
      const forget = noteDemo(config, demo.url);
      stops.push(async () => forget());
    }
    const firstBlock = demo?.firstBlock ?? config.firstBlock ?? 0;

    const registry = createMetricRegistry();
    let nodes: ReturnType<RunningService['nodes']> = [];
    const metrics = new IngestionMetrics(registry);
    const ingester: Ingester = new Ingester(
      openFollower({
        pool: database.pool,
        rpcUrls: demo ? [demo.url] : config.rpcUrls,
        firstBlock,
        projectors: allProjectors(),
        metrics,
        listener: {
          onHead(head) {
            metrics.nodeHead(head.number);
            ingester.noteHead(head);
          },
          onAppended(blocks) {
            metrics.appended(blocks);
            logger.info('appended', { block: blocks.at(-1)!.header.number, blocks: blocks.length });
          },
          onForeignFinality({ number, hash }) {
            logger.warn(`the node calls block ${hash} final, which is not ours`, { block: number });
          },
          onReorganised(from, orphaned, appended) {
            metrics.reorganised(from + appended - 1, orphaned, appended);
            logger.warn(`reorganised: ${orphaned} blocks orphaned`, { block: from, blocks: appended });
          },
        },
        onConnected(source) {
          nodes = source.capabilities;
        },
        onRefusal: (what, { node, reason }) => logger.warn(`refused ${what}: ${reason}`, { node }),
      }),
      POLL_MS,
      (trouble, fatal) =>
        fatal
          ? logger.fatal(`ingestion stopped for good: ${trouble}`)
          : logger.error(`ingestion: ${trouble}`),
    );
    ingester.start();
    stops.push(() => ingester.stop());

    const port = config.port === 0 ? await findFreePort() : config.port;
    const app = await createApiServer(
      AppModule.of({
        pool: database.pool,
        registry,
        firstBlock,
        cursorSecret: cursorSecret(chainDirectory(config)),
        publicUrl: config.publicUrl ?? `http://${config.host}:${port}`,
        readiness: readinessChecks(database.pool, ingester),
      }),
      { host: config.host, port, logger: new NestLogger(logger) },
    );
    stops.push(() => app.close());
    demo?.startLife();

    return {
      url: addressOf(app, config.host),
      database,
      ...(demo ? { demo } : {}),
      ingester,
      nodes: () => nodes,
      caughtUp: () => caughtUp(database, ingester, demo),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The demo chain keeps nothing: it is played again up to where the store already is. */
async function replayDemo(config: Config, { pool }: OpenDatabase, logger: Logger): Promise<DemoChain> {
  const stored = await new CanonicalChain(pool).head();
  const directory = chainDirectory(config);
  await mkdir(directory, { recursive: true });
  const demo = await startDemoChain({
    pidFile: join(directory, 'anvil.pid'),
    log: (line) => logger.info(line),
    ...(stored ? { toHeight: stored.number } : {}),
  });
  if (stored && (await demo.hashAt(stored.number)) !== toHex(stored.hash)) {
    await demo.stop();
    throw new Error(
      `the demo chain is another one than when its blocks were stored: remove ${directory} to begin with the new one`,
    );
  }
  return demo;
}

async function caughtUp(
  { pool }: OpenDatabase,
  ingester: Ingester,
  demo: DemoChain | undefined,
): Promise<void> {
  const chain = new CanonicalChain(pool);
  while (!ingester.state.nodeHead) await waitFor(ingester);
  const target = Math.max(ingester.state.nodeHead.number, demo?.height() ?? 0);
  while (((await chain.head())?.number ?? -1) < target) await waitFor(ingester);
}

async function waitFor(ingester: Ingester): Promise<void> {
  if (ingester.state.stopped) throw new Error(`ingestion stopped: ${ingester.state.trouble}`);
  await setTimeout(50);
}

function addressOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('the API listens on no port');
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}
