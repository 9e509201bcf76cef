import { constants } from 'node:zlib';
import compress, { type FastifyCompressOptions } from '@fastify/compress';
import type { Abstract, DynamicModule, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { PLANS } from '../../domain/access/plan.js';
import { Access } from '../access/access.js';
import { InternalAccess } from '../access/internal-access.js';
import type { PaymentService } from '../access/payment/payment-service.js';
import type { PriceList } from '../access/payment/price-list.js';
import { MAX_BODY_BYTES, MAX_URI_BYTES } from '../refusal/request-refusals.js';
import { cachedResponses } from './cached-responses.js';
import { ChainBounds } from './chain-bounds.js';
import { CursorKey } from './cursor/cursor-key.js';
import { endingInTime } from './ending-in-time.js';
import { envelope } from './envelope.js';
import { createHttpServer } from './http-server.js';
import { MethodTable } from './method/method-table.js';
import { describe } from './openapi/document.js';
import { Reference } from './openapi/reference.js';
import { PaidCalls } from './pay/paid-calls.js';
import { PayAddress } from './pay/pay-address.js';
import { PublicUrl } from './public-url.js';
import { refuseUnroutable } from './refusal/framework-error.js';
import { RefusalFilter } from './refusal/refusal.filter.js';
import { requestChecks } from './request-checks.js';
import { requestMetrics } from './request-metrics.js';
import { ResponseCache } from './response-cache.js';

export interface ApiServerOptions {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Where calls are paid for one by one; nowhere when left out. */
  readonly pay?: PaidService;
}

export interface PaidService {
  readonly port: number;
  readonly payments: PaymentService;
}

/** Composes a module that holds `ApiModule` and what it is given from outside; it does not listen yet. A failure is the caller's. */
export function createApi(
  module: Type | DynamicModule,
  logger: LoggerService | false,
): Promise<NestFastifyApplication> {
  return NestFactory.create<NestFastifyApplication>(module, apiAdapter(), {
    ...API_OPTIONS,
    abortOnError: false,
    logger,
  });
}

/** Initialises the application and listens; a failure closes it. `close()` lets requests in flight finish. */
export async function openApi(
  app: NestFastifyApplication,
  { host, port, pay }: ApiServerOptions,
): Promise<void> {
  const fastify = app.getHttpAdapter().getInstance();
  const table = new MethodTable();
  fastify.addHook('onRoute', ({ url, method, config }) => {
    if (method !== 'HEAD' && config?.documented) table.add(url, config.documented);
  });
  await app.register(compress, COMPRESSION);
  const given = <T>(part: Abstract<T>): T => app.get(part, { strict: false });
  const publicUrl = given(PublicUrl).value;
  const cache = given(ResponseCache);
  const { network } = given(ChainBounds);
  fastify.addHook('onRequest', (_, reply, done) => {
    reply.header('chainproof-network', network);
    done();
  });
  const checked = { access: given(Access), internal: given(InternalAccess), cursorKey: given(CursorKey) };
  fastify.addHook('onRequest', requestChecks({ table, origin: new URL(publicUrl).origin, ...checked }));
  const payAddress = pay && takePayments(fastify, pay.payments);
  const end = endingInTime(app.getHttpServer());
  fastify.addHook('preClose', async () => end());
  fastify.addHook('onRequest', cachedResponses(publicUrl, cache));
  fastify.addHook('preSerialization', envelope(publicUrl, cache));
  fastify.addHook('onResponse', requestMetrics(given(Registry)));
  app.useGlobalFilters(new RefusalFilter());
  await app.init();
  if (pay) checkPrices(pay.payments.terms.prices, table);
  given(Reference).publish(
    describe(app, table.methods(), { publicUrl, network, ...(pay && { pay: pay.payments.terms }) }),
  );
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
  const [anonymous] = prices.anonymous(names);
  if (anonymous !== undefined)
    throw new Error(`PAY_PRICES has a price for ${anonymous}, which is neither a plan nor a method`);
}

/** Has calls to a second address paid for, which closes with the first. */
function takePayments(fastify: FastifyInstance, payments: PaymentService): PayAddress {
  const address = new PayAddress(fastify);
  const calls = new PaidCalls(payments);
  fastify.addHook('onRequest', calls.demandPayment);
  fastify.addHook('onSend', calls.charge);
  fastify.addHook('preClose', async () => {
    await address.close();
    await payments.idle();
  });
  return address;
}

/** Brotli at its default of 11 costs milliseconds an answer; 4 is smaller than gzip at about its price. */
const COMPRESSION: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
};

/** Bodies are read as Fastify does it, JSON and text only. */
export const API_OPTIONS = { bodyParser: false } as const;

export function apiAdapter(): FastifyAdapter {
  return new FastifyAdapter({
    skipMiddie: true,
    bodyLimit: MAX_BODY_BYTES,
    // Fastify's own answer while closing is not `{error}`; requests that arrive then are served and the connection closed.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_URI_BYTES },
    frameworkErrors: refuseUnroutable,
    // Each server has its own, that of a name's second address too.
    clientErrorHandler: () => undefined,
    serverFactory: createHttpServer,
  });
}
