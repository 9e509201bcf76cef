import type { FastifyReply, FastifyRequest } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { REFUSAL_CODES } from '../../domain/refusal/refusal-code.js';
import { isAtPayAddress } from './pay/at-pay-address.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Operation id of the method that a message called. */
    calledMethod?: string;
  }
}

/** The most durations that wait to be observed. */
const BATCH = 256;

interface Observation {
  readonly method: string;
  readonly status: number;
  readonly address: string;
  readonly seconds: number;
}

/** Observes how long each request took, by documented method and status, and counts refusals by code. */
export function requestMetrics(registry: Registry) {
  const duration = new Histogram({
    name: 'chainproof_http_request_duration_seconds',
    help: 'Time from the request to the end of its answer, seconds; at the pay address the settlement included.',
    labelNames: ['method', 'status', 'address'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
    collect: () => handOver(),
  });
  const refusals = new Counter({
    name: 'chainproof_http_refusals_total',
    help: 'Answers refused, by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  // Begins at 0, because otherwise the first refusal of a kind would show no increase.
  for (const code of REFUSAL_CODES) refusals.labels(code).inc(0);
  /**
   * Observers by status, method and address, kept because the library makes new functions at each call of
   * `labels`.
   */
  const bound = new Map<string, { observe(seconds: number): void }>();
  const durationOf = (method: string, status: number, address: string) => {
    const name = `${status} ${method} ${address}`;
    let known = bound.get(name);
    if (!known) {
      known = duration.labels(method, String(status), address);
      bound.set(name, known);
    }
    return known;
  };
  /**
   * Durations are observed together: a single one finds the code of the library out of the CPU cache, and
   * takes ten times as long.
   */
  const waiting: Observation[] = [];
  const handOver = (): void => {
    for (const { method, status, address, seconds } of waiting.splice(0))
      durationOf(method, status, address).observe(seconds);
  };
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    const method = request.calledMethod ?? request.documented?.operationId ?? 'none';
    const address = isAtPayAddress(request.raw) ? 'pay' : 'key';
    waiting.push({ method, status: reply.statusCode, address, seconds: reply.elapsedTime / 1000 });
    if (waiting.length === BATCH) handOver();
    if (request.refusalCode) refusals.labels(request.refusalCode).inc();
    done();
  };
}
