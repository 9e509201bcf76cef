import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOWEST_PLAN, type Plan } from '../../kernel/access/plan.js';
import { chainNotSupported, methodNotAllowed, unknownRoute } from '../../kernel/refusal/request-refusals.js';
import { whenThere } from '../../platform/clock/when-there.js';
import type { Access, Admission } from '../access/access.js';
import { presentedKey } from '../access/presented-key.js';
import { CHAIN_SEGMENT } from './chain.js';
import type { CursorKey } from './cursor/cursor-key.js';
import { type DocumentedMethod, isChainMethod, isMessageMethod } from './method/documented-method.js';
import type { MatchedRoute, MethodTable } from './method/method-table.js';
import { checkOrigin } from './origin-check.js';
import { queryPairs } from './parameter/query-string.js';
import { readParameters } from './parameter/read-parameters.js';
import { isAtPayAddress } from './pay/at-pay-address.js';
import { stateQuota } from './quota-headers.js';
import { requestIdOf } from './request-id.js';
import { checkTarget, pathnameOf } from './request-target.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the method's parameters were read into. */
    parameters: Record<string, unknown>;
    /** The plan that the caller is on; absent where everything is open. */
    plan?: Plan;
  }
  interface FastifyContextConfig {
    documented?: DocumentedMethod;
  }
}

/** What all paths serve but that of messages. */
export const ALLOWED: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const ALLOWED_FOR_MESSAGES = ['POST', 'OPTIONS'];
const FREE: Admission = {};

/**
 * Every check a request passes before its method runs, in the order the reference promises: the first that fails is the
 * one reported. Length and encoding of the target, route, HTTP method, chain, origin, key, parameters.
 */
export function requestChecks(table: MethodTable, access: Access, cursorKey: CursorKey, ownOrigin: string) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      echoRequestId(request, reply);
      const target = request.raw.url ?? '/';
      checkTarget(target);
      const route = routeOf(request, table);
      // Messages are for keys: what one of them will ask for, and so what it costs, is not known before it is read.
      if (!route || (isMessageMethod(route.method) && isAtPayAddress(request.raw))) throw unknownRoute();
      const { method, path } = route;
      const allow = checkHttpMethod(request, reply, method);
      if (isChainMethod(method) && path.chainId !== CHAIN_SEGMENT) throw chainNotSupported();
      if (request.method === 'OPTIONS') {
        reply.code(204).header('allow', allow).send();
        return;
      }
      checkOrigin(method, request.headers.origin, ownOrigin);
      const passed = whenThere(admissionTo(method, access, request), (admission) => {
        stateAdmission(request, reply, admission);
        request.parameters = readParameters(method, path, queryPairs(target), cursorKey);
      });
      if (passed instanceof Promise) passed.then(() => done(), done);
      else done();
    } catch (refusal) {
      done(refusal as Error);
    }
  };
}

function echoRequestId(request: FastifyRequest, reply: FastifyReply): void {
  const requestId = requestIdOf(request.headers['x-request-id']);
  if (requestId !== undefined) reply.header('x-request-id', requestId);
}

function routeOf(request: FastifyRequest, table: MethodTable): MatchedRoute | undefined {
  const { documented: method } = request.routeOptions.config;
  const path = request.params as Record<string, string>;
  // The router takes an empty segment for a parameter; no documented path has one.
  if (method && !Object.values(path).includes('')) return { method, path };
  return table.match(pathnameOf(request.raw.url ?? '/'));
}

/** Returns what the path allows. */
function checkHttpMethod(request: FastifyRequest, reply: FastifyReply, method: DocumentedMethod): string {
  const allowed = isMessageMethod(method) ? ALLOWED_FOR_MESSAGES : ALLOWED;
  const allow = allowed.join(', ');
  if (allowed.includes(request.method)) return allow;
  reply.header('allow', allow);
  throw methodNotAllowed(allow);
}

/** Methods for those who run the service are free to all, and messages open to every key; no key counts at the pay address. */
function admissionTo(
  method: DocumentedMethod,
  access: Access,
  { headers, ip, raw }: FastifyRequest,
): Admission | Promise<Admission> {
  const plan = isChainMethod(method) ? method.plan : isMessageMethod(method) && LOWEST_PLAN;
  if (!plan || isAtPayAddress(raw)) return FREE;
  const key = presentedKey(headers);
  return access.admit({ address: ip, ...(key !== undefined && { key }) }, plan);
}

function stateAdmission(
  request: FastifyRequest,
  reply: FastifyReply,
  { quota, plan, refusal }: Admission,
): void {
  if (quota) stateQuota(reply, quota);
  if (plan) request.plan = plan;
  if (refusal) throw refusal;
}
