import type { FastifyReply, FastifyRequest } from 'fastify';
import { unknownRoute } from '../refusal/request-refusals.js';

const OPERATIONS: ReadonlySet<string | undefined> = new Set(['getHealth', 'getReady', 'getMetrics']);

/**
 * The first hook of a process that serves no methods: it has routes only for health, readiness and metrics.
 */
export function operationsAlone(
  request: FastifyRequest,
  _: FastifyReply,
  done: (error?: Error) => void,
): void {
  done(OPERATIONS.has(request.routeOptions.config?.documented?.operationId) ? undefined : unknownRoute());
}
