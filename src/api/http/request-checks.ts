import type { FastifyReply, FastifyRequest } from 'fastify';
import { chainNotSupported, methodNotAllowed, unknownRoute } from '../../kernel/refusal/request-refusals.js';
import { CHAIN_SEGMENT } from './chain.js';
import type { CursorKey } from './cursor/cursor-key.js';
import { type DocumentedMethod, isChainMethod } from './method/documented-method.js';
import type { MatchedRoute, MethodTable } from './method/method-table.js';
import { queryPairs } from './parameter/query-string.js';
import { readParameters } from './parameter/read-parameters.js';
import { requestIdOf } from './request-id.js';
import { checkTarget, pathnameOf } from './request-target.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the method's parameters were read into. */
    parameters: Record<string, unknown>;
  }
  interface FastifyContextConfig {
    documented?: DocumentedMethod;
  }
}

const ALLOWED = ['GET', 'HEAD', 'OPTIONS'];
const ALLOW = ALLOWED.join(', ');

/**
 * Every check a request passes before its method runs, in the order the reference promises: the first that fails is the
 * one reported. Length and encoding of the target, route, HTTP method, chain, key, parameters.
 */
export function requestChecks(table: MethodTable, cursorKey: CursorKey) {
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    try {
      echoRequestId(request, reply);
      const target = request.raw.url ?? '/';
      checkTarget(target);
      const route = routeOf(request, table);
      if (!route) throw unknownRoute();
      checkHttpMethod(request, reply);
      if (isChainMethod(route.method) && route.path.chainId !== CHAIN_SEGMENT) throw chainNotSupported();
      if (request.method === 'OPTIONS') {
        reply.code(204).header('allow', ALLOW).send();
        return;
      }
      // Access is open: once there are keys, their check (401, 403, 429) belongs here, before any parameter is read.
      request.parameters = readParameters(route.method, route.path, queryPairs(target), cursorKey);
      done();
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

function checkHttpMethod(request: FastifyRequest, reply: FastifyReply): void {
  if (ALLOWED.includes(request.method)) return;
  reply.header('allow', ALLOW);
  throw methodNotAllowed(ALLOW);
}
