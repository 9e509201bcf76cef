import type { Abstract } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Registry } from 'prom-client';
import { Access } from '../access/access.js';
import { InternalAccess } from '../access/internal-access.js';
import type { PaymentService } from '../access/payment/payment-service.js';
import { cachedResponses } from './cached-responses.js';
import { chainAnswers } from './chain-answers.js';
import { ChainBounds } from './chain-bounds.js';
import { endingInTime } from './connection/ending-in-time.js';
import { CursorKey } from './cursor/cursor-key.js';
import { CursorFence } from './cursor-fence.js';
import { isChainMethod } from './method/documented-method.js';
import type { MethodTable } from './method/method-table.js';
import { PaidCalls } from './pay/paid-calls.js';
import { PayAddress } from './pay-address.js';
import { PublicUrl } from './public-url.js';
import { requestChecks } from './request-checks.js';
import { requestMetrics } from './request-metrics.js';
import { ResponseCache } from './response-cache.js';
import { namesNoLengthUnchanged } from './unchanged-head.js';

/**
 * Registers the hooks of every request, in this order. They are hooks of Fastify instead of guards, pipes and
 * interceptors of Nest: a cached answer leaves before Nest is entered, and access, parameters and payment are
 * checked before the cache. Targets that match no route, which no guard sees, are refused in the same order.
 * `chainAnswers` is the handler of all chain methods. Errors of other handlers become refusals in Nest's
 * `RefusalFilter`.
 * @param payments absent if no calls are sold
 * @returns the address of paid calls, to be opened
 */
export function addHooks(
  app: NestFastifyApplication,
  table: MethodTable,
  payments: PaymentService | undefined,
): PayAddress | undefined {
  const fastify = app.getHttpAdapter().getInstance();
  const given = <T>(part: Abstract<T>): T => app.get(part, { strict: false });
  const publicUrl = given(PublicUrl).value;
  const cache = given(ResponseCache);
  const parts = {
    network: given(ChainBounds).network,
    access: given(Access),
    internal: given(InternalAccess),
    cursorKey: given(CursorKey),
    fence: given(CursorFence),
  };
  fastify.addHook('onRequest', requestChecks({ table, origin: new URL(publicUrl).origin, ...parts }));
  const answer = chainAnswers(given(QueryBus), publicUrl, cache);
  fastify.addHook('onRoute', (route) => {
    if (route.config?.documented && isChainMethod(route.config.documented)) route.handler = answer;
  });
  fastify.addHook('onRoute', namesNoLengthUnchanged);
  const calls = payments && new PaidCalls(payments);
  const payAddress = calls && new PayAddress(fastify);
  if (calls) fastify.addHook('onRequest', calls.demandPayment);
  fastify.addHook('onRequest', cachedResponses(publicUrl, cache));
  if (calls) fastify.addHook('onSend', calls.charge);
  fastify.addHook('onResponse', requestMetrics(given(Registry)));
  // The pay address closes with the main one.
  fastify.addHook('preClose', async () => {
    await payAddress?.close();
    await payments?.idle();
  });
  const end = endingInTime(app.getHttpServer());
  fastify.addHook('preClose', async () => end());
  return payAddress;
}
