import { NoParameters, type OperationMethod } from '../http/method/documented-method.js';
import { HealthDto } from './health.dto.js';
import { ReadyDto } from './ready.dto.js';

const OPERATION = { tag: 'Operations', parameters: NoParameters };

export const GET_HEALTH: OperationMethod = {
  ...OPERATION,
  operationId: 'getHealth',
  summary: 'Liveness',
  description:
    'The process answers, and so does the database it runs itself; otherwise 503, while it starts that again. Outside the envelope.',
  contentType: 'application/json',
  record: HealthDto,
};

export const GET_READY: OperationMethod = {
  ...OPERATION,
  operationId: 'getReady',
  summary: 'Readiness',
  description:
    'Everything the service depends on answers; otherwise 503, and `error.message` names what does not. Outside the envelope.',
  contentType: 'application/json',
  record: ReadyDto,
};

export const GET_METRICS: OperationMethod = {
  ...OPERATION,
  operationId: 'getMetrics',
  summary: 'Metrics',
  description:
    'Prometheus text exposition, to those who ask over the loopback, or with `METRICS_TOKEN` as bearer token where that is set. For all others, and at the pay address, 404.',
  contentType: 'text/plain',
  internal: true,
};

export const GET_DOCS: OperationMethod = {
  ...OPERATION,
  operationId: 'getDocs',
  summary: 'Reference page',
  description: 'This page, for people; `meta.docs` of every answer points into it.',
  contentType: 'text/html',
  bulky: true,
};

export const GET_OPENAPI: OperationMethod = {
  ...OPERATION,
  operationId: 'getOpenapi',
  summary: 'Reference document',
  description: 'The reference as an OpenAPI document, for programs.',
  contentType: 'application/json',
  bulky: true,
};
