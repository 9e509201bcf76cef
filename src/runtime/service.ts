import type { Abstract, Type } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { PayTerms } from '../api/access/payment/pay-terms.js';
import { PaymentService } from '../api/access/payment/payment-service.js';
import { createApi, openApi } from '../api/http/server.js';
import type { DemoChain } from '../demo/demo-chain.js';
import type { DemoPayments } from '../demo/demo-payments.js';
import type { Facilitator } from '../facilitator/facilitator.js';
import { Ingester } from '../ingestion/ingester.js';
import type { Config } from '../platform/config/config.js';
import { httpUrl } from '../platform/config/http-url.js';
import { answers } from '../platform/config/role.js';
import type { Logger } from '../platform/log/logger.js';
import { NestLogger } from '../platform/log/nest-logger.js';
import type { GaveUp } from '../platform/process/kept-process.js';
import { DemoAccess } from './access/demo-access.js';
import { VitalServers } from './api/vital-servers.js';
import { Chain } from './chain/chain.js';
import { OpenDatabase } from './database/open-database.js';
import { OpenGraph } from './graph/open-graph.js';
import { caughtUp, queuesSampled } from './ingestion/caught-up.js';
import { LateNodes } from './ingestion/late-nodes.js';
import { StartedParts } from './lifecycle/started-parts.js';
import { OpenNames } from './name/open-names.js';
import type { NodeContact } from './preflight/node-contact.js';
import { Ports } from './preflight/ports.js';
import { ServiceModule } from './service.module.js';
import { SettingsModule } from './settings/settings.module.js';
import { OpenLog } from './transparency/transparency.module.js';

/** The running service, for those who started it. */
export interface RunningService {
  readonly url: string;
  readonly database: OpenDatabase;
  /** Present when no node was configured. */
  readonly demo?: DemoChain;
  /** Settles payments on the demo chain. */
  readonly facilitator?: Facilitator;
  /** Who pays and is paid on the demo chain. */
  readonly demoPayments?: DemoPayments;
  /** A key for the demo chain, where keys are asked for. */
  readonly demoKey?: string;
  /** The price of single calls and their address, if they are sold. */
  readonly payTerms?: PayTerms;
  /** Address of the Neo4j that serves the graph, if one does. */
  readonly graphUri?: string;
  /** The result of asking the nodes at the start. */
  readonly contact: NodeContact;
  /** Settles when nodes are connected, with what they can give. */
  readonly connected: Promise<NodeContact['nodes']>;
  /** Settles when something that the service runs itself, and cannot do without, has been given up. */
  readonly failed: Promise<GaveUp>;
  /**
   * Resolves when the stores are at the node's head, the demo's queues were sampled and its claims logged, or `stop` is aborted; throws when the
   * ingester has given up.
   */
  caughtUp(stop?: AbortSignal): Promise<void>;
  /** Lets requests and the flush under way finish, then stops everything that was started. */
  stop(): Promise<void>;
}

/**
 * Starts everything, beginning with what is cheapest to refuse. If a part fails to start, the parts before it
 * are stopped.
 */
export async function startService(config: Config, logger: Logger): Promise<RunningService> {
  const parts = new StartedParts();
  try {
    const module = ServiceModule.with(SettingsModule.of({ config, logger, parts }));
    const app = await createApi(module, new NestLogger(logger), config.trustedProxies);
    const payments = app.get<PaymentService | undefined>(PaymentService, { strict: false });
    const ports = app.get(Ports, { strict: false });
    await openApi(app, {
      ...{ host: config.host, port: ports.api },
      ...(payments && { pay: { payments, port: ports.pay! } }),
      operationsOnly: !answers(config.role),
    });
    return runningService(app, config.host, parts);
  } catch (error) {
    await parts.stop();
    throw error;
  }
}

function runningService(app: NestFastifyApplication, host: string, parts: StartedParts): RunningService {
  const part = <T>(type: Type<T> | Abstract<T>): T => app.get(type, { strict: false });
  const [database, ingester, graph] = [part(OpenDatabase), part(Ingester), part(OpenGraph)];
  const { demo, contact } = part(Chain);
  const { key: demoKey } = part(DemoAccess);
  const payments = part<PaymentService | undefined>(PaymentService as Type);
  const kept = [...part(VitalServers).all, ...(graph.kept ? [graph.kept] : [])];
  return {
    url: addressOf(app, host),
    database,
    ...(demo && { demo: demo.chain, facilitator: demo.facilitator, demoPayments: demo.payments }),
    ...(demoKey === undefined ? {} : { demoKey }),
    ...(payments && { payTerms: payments.terms }),
    ...(graph.uri === undefined ? {} : { graphUri: graph.uri }),
    contact,
    connected: part(LateNodes).connected,
    failed: Promise.race(kept.map(({ gaveUp }) => gaveUp)),
    async caughtUp(stop) {
      await caughtUp(database.pool, ingester, demo?.chain.height() ?? 0, stop);
      if (demo) {
        await queuesSampled(database.pool, ingester, stop);
        // A reader may export a first bundle before the writer's next look, ten seconds later. The writer
        // itself reports a failure.
        await part(OpenLog)
          .writer?.write()
          .catch(() => undefined);
      }
      await graph.caughtUp(stop);
      await part(OpenNames).caughtUp(stop);
    },
    async stop() {
      try {
        await app.close();
      } finally {
        await parts.stop();
      }
    },
  };
}

function addressOf(app: NestFastifyApplication, host: string): string {
  const address = app.getHttpServer().address();
  if (address === null || typeof address === 'string') throw new Error('the API listens on no port');
  return httpUrl(host, address.port);
}
