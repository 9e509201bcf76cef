import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { DynamicModule, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { PLANS } from '../../domain/access/plan.js';
import type { PaymentService } from '../access/payment/payment-service.js';
import type { PriceList } from '../access/payment/price-list.js';
import { ExplorerFiles } from '../explore/explorer-files.js';
import { addExplorerRoutes } from '../explore/explorer-routes.js';
import { ExplorerSettings } from '../explore/explorer-settings.js';
import { MAX_BODY_BYTES, MAX_URI_BYTES } from '../refusal/request-refusals.js';
import { addLogRoutes } from '../transparency/log-routes.js';
import { TransparencySettings } from '../transparency/transparency-settings.js';
import { ChainBounds } from './chain-bounds.js';
import { addHooks } from './hooks.js';
import { createHttpServer } from './http-server.js';
import { MethodTable } from './method/method-table.js';
import { describe } from './openapi/document.js';
import { Reference } from './openapi/reference.js';
import { operationsAlone } from './operations-alone.js';
import { PublicUrl } from './public-url.js';
import { refuseUnroutable } from './refusal/framework-error.js';
import { RefusalFilter } from './refusal/refusal.filter.js';
import { addSchemaRoutes } from './schema-routes.js';

export interface ApiServerOptions {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** Where calls are paid one by one; undefined if they are not. */
  readonly pay?: PaidService;
  /** Whether only health, readiness and metrics are served. */
  readonly operationsOnly?: boolean;
}

export interface PaidService {
  readonly port: number;
  readonly payments: PaymentService;
}

/**
 * Composes a module that imports `ApiModule` and provides what that needs. It does not listen yet. Errors are
 * thrown to the caller.
 * @param trustedProxies as for `apiAdapter`
 */
export function createApi(
  module: Type | DynamicModule,
  logger: LoggerService | false,
  trustedProxies?: readonly string[],
): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(module, apiAdapter(trustedProxies), {
    ...API_OPTIONS,
    abortOnError: false,
    logger,
  });
}

/** Initialises the application and listens; a failure closes it. `close()` lets requests in flight finish. */
export async function openApi(
  app: NestFastifyApplication,
  { host, port, pay, operationsOnly = false }: ApiServerOptions,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const table = new MethodTable();
  fastify.addHook('onRoute', ({ url, method, config }) => {
    if (method !== 'HEAD' && config?.documented) table.add(url, config.documented);
  });
  // Only messages have bodies. A hook that decompresses bodies takes a hundredth of a request, so other
  // routes have none.
  fastify.addHook('onRoute', (route) => {
    if (route.method !== 'POST') route.decompress = false;
  });
  if (operationsOnly) fastify.addHook('onRequest', operationsAlone);
  await app.register(compress, COMPRESSION);
  const payAddress = addHooks(app, table, pay?.payments);
  app.useGlobalFilters(new RefusalFilter());
  addExplorerRoutes(fastify, app.get(ExplorerSettings, { strict: false }), ExplorerFiles.read());
  addLogRoutes(fastify, app.get(TransparencySettings, { strict: false }).log);
  addSchemaRoutes(fastify);
  await app.init();
  if (pay) checkPrices(pay.payments.terms.prices, table);
  const publicUrl = app.get(PublicUrl, { strict: false }).value;
  const { network } = app.get(ChainBounds, { strict: false });
  const surroundings = { publicUrl, network, ...(pay && { pay: pay.payments.terms }) };
  app.get(Reference, { strict: false }).publish(describe(app, table.methods(), surroundings));
  // For a name with several addresses a server listens on one, which clients would have to guess.
  const address = host === 'localhost' ? '127.0.0.1' : host;
  try {
    await app.listen(port, address);
    if (pay) await payAddress?.open(address, pay.port);
  } catch (error) {
    await app.close();
    throw error;
  }
}

function checkPrices(prices: PriceList, table: MethodTable): void {
  const names = new Set<string>([...PLANS, ...table.methods().map(({ operationId }) => operationId)]);
  const [unknown] = prices.unknownNames(names);
  if (unknown !== undefined)
    throw new Error(`PAY_PRICES has a price for ${unknown}, which is neither a plan nor a method`);
}

/**
 * Brotli at its default quality of 11 costs milliseconds for each answer. At 4 it is smaller than gzip and
 * costs about as much.
 */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/** Leaves the parsing of bodies to Fastify: JSON and text only. */
export const API_OPTIONS = { bodyParser: false } as const;

/** @param trustedProxies addresses and CIDRs of proxies whose `X-Forwarded-For` is trusted */
export function apiAdapter(trustedProxies: readonly string[] = []): FastifyAdapter {
  return new FastifyAdapter({
    skipMiddie: true,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: MAX_BODY_BYTES,
    // Fastify's own answer while it closes is not `{error}`. Requests that arrive then are served, and their
    // connection is closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_URI_BYTES },
    frameworkErrors: refuseUnroutable,
    // Each server has its own handler, and so has the server of a second address of the host name.
    clientErrorHandler: () => undefined,
    serverFactory: createHttpServer,
  });
}
