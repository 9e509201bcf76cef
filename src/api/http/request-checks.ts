import type { FastifyReply, FastifyRequest } from 'fastify';
import { LOWEST_PLAN, type Plan } from '../../domain/access/plan.js';
import { mapMaybePromise } from '../../platform/clock/map-maybe-promise.js';
import type { Access, Admission } from '../access/access.js';
import { AddressLimit } from '../access/address-limit.js';
import type { InternalAccess } from '../access/internal-access.js';
import { presentedKey } from '../access/presented-key.js';
import { rateLimited } from '../refusal/access-refusals.js';
import { chainNotSupported, methodNotAllowed, unknownRoute } from '../refusal/request-refusals.js';
import { clientAddress } from './connection/client-address.js';
import { requestIdOf } from './connection/request-id.js';
import { checkTarget, pathnameOf } from './connection/request-target.js';
import type { CursorKey } from './cursor/cursor-key.js';
import type { CursorFence } from './cursor-fence.js';
import { CHAIN_SEGMENT } from './method/chain.js';
import {
  type DocumentedMethod,
  isChainMethod,
  isMessageMethod,
  isOperationMethod,
  type OperationMethod,
} from './method/documented-method.js';
import type { MatchedRoute, MethodTable } from './method/method-table.js';
import { readParameters } from './method/read-parameters.js';
import { checkOrigin } from './origin-check.js';
import { queryPairs } from './parameter/query-string.js';
import { isAtPayAddress } from './pay/at-pay-address.js';
import { stateQuota } from './quota-headers.js';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The method of the route. It is kept here because the framework builds an object of all route options at
     * each access.
     */
    documented?: DocumentedMethod;
    /** The query of the method with its parameters. */
    parameters: object;
    /** Plan of the caller; absent if everything is open. */
    plan?: Plan;
  }
  interface FastifyContextConfig {
    documented?: DocumentedMethod;
  }
}

/** HTTP methods of all paths except that of messages. */
export const ALLOWED: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const ALLOWED_FOR_MESSAGES = ['POST', 'OPTIONS'];
const FREE: Admission = {};

export interface CheckParts {
  readonly table: MethodTable;
  readonly access: Access;
  readonly internal: InternalAccess;
  readonly cursorKey: CursorKey;
  readonly fence: CursorFence;
  /** Origin of the service. */
  readonly origin: string;
  /** Name of the network, which every answer states. */
  readonly network: string;
}

/**
 * All checks of a request before its method runs, in the order that the reference states; the first that
 * fails is the answer. The order is: length and encoding of the target, route, HTTP method, chain, origin,
 * key, parameters.
 */
export function requestChecks(parts: CheckParts) {
  const { table, cursorKey, fence, origin, network } = parts;
  const admissionTo = admissions(parts);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    reply.header('chainproof-network', network);
    try {
      echoRequestId(request, reply);
      const target = request.raw.url ?? '/';
      checkTarget(target);
      const { documented, isPage } = request.routeOptions.config;
      if (isPage && !isAtPayAddress(request.raw)) {
        done();
        return;
      }
      if (documented) request.documented = documented;
      const route = routeOf(request, table);
      if (!route || (isAtPayAddress(request.raw) && isForKeysOnly(route.method))) throw unknownRoute();
      const { method, path } = route;
      checkHttpMethod(request, reply, method);
      if (isChainMethod(method) && path.chainId !== CHAIN_SEGMENT) throw chainNotSupported();
      if (request.method === 'OPTIONS') {
        reply.code(204).header('allow', allowedBy(method).join(', ')).send();
        return;
      }
      checkOrigin(method, request.headers.origin, origin);
      const passed = mapMaybePromise(admissionTo(method, request), (admission) => {
        stateAdmission(request, reply, admission);
        request.parameters = readParameters(method, path, queryPairs(target), cursorKey);
        return fence.pass(method, request.parameters);
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
  const { documented: method } = request;
  const path = request.params as Record<string, string>;
  // The router takes an empty segment for a parameter; no documented path has one.
  if (method && !Object.values(path).includes('')) return { method, path };
  return table.match(pathnameOf(request.raw.url ?? '/'));
}

const allowedBy = (method: DocumentedMethod): readonly string[] =>
  isMessageMethod(method) ? ALLOWED_FOR_MESSAGES : ALLOWED;

function checkHttpMethod(request: FastifyRequest, reply: FastifyReply, method: DocumentedMethod): void {
  const allowed = allowedBy(method);
  if (allowed.includes(request.method)) return;
  const allow = allowed.join(', ');
  reply.header('allow', allow);
  throw methodNotAllowed(allow);
}

/**
 * Messages need a key, because what a message asks for, and so what it costs, is not known before it is read.
 */
const isForKeysOnly = (method: DocumentedMethod): boolean =>
  isMessageMethod(method) || (isOperationMethod(method) && method.internal === true);

/** The access checks. Messages are open to every key, and no key counts at the pay address. */
function admissions({ access, internal }: CheckParts) {
  const limit = new AddressLimit();
  const toOperation = (method: OperationMethod, request: FastifyRequest): Admission => {
    const { headers, raw } = request;
    const refusal = method.internal && internal.refusalFor(raw.socket.remoteAddress, headers);
    if (refusal) return { refusal };
    const wait = method.bulky && limit.count(clientAddress(request));
    return wait ? { refusal: rateLimited(wait) } : FREE;
  };
  return (method: DocumentedMethod, request: FastifyRequest): Admission | Promise<Admission> => {
    if (isOperationMethod(method)) return toOperation(method, request);
    const { headers, raw } = request;
    if (isAtPayAddress(raw)) return FREE;
    const requester = { address: clientAddress(request), key: presentedKey(headers), host: headers.host };
    return access.admit(requester, isChainMethod(method) ? method.plan : LOWEST_PLAN);
  };
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
