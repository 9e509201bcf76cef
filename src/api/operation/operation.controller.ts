import { Controller, Header } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { Method } from '../http/method/method.decorator.js';
import { PAGE_POLICY } from '../http/openapi/page/page-parts.js';
import { Reference } from '../http/openapi/reference.js';
import { GetHealthQuery } from './get-health.query.js';
import { GetMetricsQuery } from './get-metrics.query.js';
import { GetReadyQuery } from './get-ready.query.js';
import { GET_DOCS, GET_HEALTH, GET_METRICS, GET_OPENAPI, GET_READY } from './operation.methods.js';

const NoStore = Header('cache-control', 'no-store');
const JSON_TEXT = 'application/json; charset=utf-8';

@Controller()
export class OperationController {
  constructor(
    private readonly queries: QueryBus,
    private readonly reference: Reference,
  ) {}

  @Method('health', GET_HEALTH)
  @NoStore
  getHealth() {
    return this.queries.execute(new GetHealthQuery());
  }

  @Method('ready', GET_READY)
  @NoStore
  getReady() {
    return this.queries.execute(new GetReadyQuery());
  }

  @Method('metrics', GET_METRICS)
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  @NoStore
  getMetrics() {
    return this.queries.execute(new GetMetricsQuery());
  }

  @Method('docs', GET_DOCS)
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('content-security-policy', PAGE_POLICY)
  @Header('x-content-type-options', 'nosniff')
  @Header('referrer-policy', 'no-referrer')
  getDocs() {
    return this.reference.page;
  }

  @Method('openapi.json', GET_OPENAPI)
  @Header('content-type', JSON_TEXT)
  getOpenapi() {
    return this.reference.json;
  }
}
