import { Controller, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { NoParameters } from '../http/method/documented-method.js';
import { Method } from '../http/method/method.decorator.js';
import { PAGE_POLICY } from '../http/openapi/page/page-parts.js';
import { Reference } from '../http/openapi/reference.js';
import { GetHealthQuery } from './get-health.query.js';
import { GetMetricsQuery } from './get-metrics.query.js';
import { GetReadyQuery } from './get-ready.query.js';
import { HealthDto } from './health.dto.js';
import { ReadyDto } from './ready.dto.js';

const OPERATION = { tag: 'Operations', parameters: NoParameters };
const NoStore = Header('cache-control', 'no-store');
const JSON_TEXT = 'application/json; charset=utf-8';

@Controller()
export class OperationController {
  constructor(
    private readonly queries: QueryBus,
    private readonly reference: Reference,
  ) {}

  @Method('health', {
    ...OPERATION,
    operationId: 'getHealth',
    summary: 'Liveness',
    description:
      '200 while the process answers, and so do the PostgreSQL and the demo chain that it started; 503 while it ' +
      'restarts one of them. The answer has no envelope.',
    contentType: 'application/json',
    record: HealthDto,
  })
  @NoStore
  getHealth() {
    return this.queries.execute(new GetHealthQuery());
  }

  @Method('ready', {
    ...OPERATION,
    operationId: 'getReady',
    summary: 'Readiness',
    description:
      '200 while everything that the service depends on answers; otherwise 503, and `error.message` names what does ' +
      'not. The answer has no envelope.',
    contentType: 'application/json',
    record: ReadyDto,
  })
  @NoStore
  getReady() {
    return this.queries.execute(new GetReadyQuery());
  }

  @Method('metrics', {
    ...OPERATION,
    operationId: 'getMetrics',
    summary: 'Metrics',
    description:
      'Metrics in the text format of Prometheus, for clients on the loopback, or with `METRICS_TOKEN` as bearer ' +
      'token if it is set. Other clients get 404, as do all at the pay address.',
    contentType: 'text/plain',
    internal: true,
  })
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @NoStore
  getMetrics() {
    return this.queries.execute(new GetMetricsQuery());
  }

  @Method('docs', {
    ...OPERATION,
    operationId: 'getDocs',
    summary: 'Reference page',
    description: 'This page, for people; `meta.docs` of every answer points into it.',
    contentType: 'text/html',
    bulky: true,
  })
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  getDocs() {
    return this.reference.page;
  }

  @Method('openapi.json', {
    ...OPERATION,
    operationId: 'getOpenapi',
    summary: 'Reference document',
    description: 'The reference as an OpenAPI document, for programs.',
    contentType: 'application/json',
    bulky: true,
  })
  @Header('content-type', JSON_TEXT)
  getOpenapi() {
    return this.reference.json;
  }
}
