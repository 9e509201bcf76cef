import { Module } from '@nestjs/common';
import { Reference } from '../http/openapi/reference.js';
import { GetHealthHandler } from './get-health.query.js';
import { GetMetricsHandler } from './get-metrics.query.js';
import { GetReadyHandler } from './get-ready.query.js';
import { OperationController } from './operation.controller.js';

@Module({
  controllers: [OperationController],
  providers: [Reference, GetHealthHandler, GetReadyHandler, GetMetricsHandler],
  exports: [Reference],
})
export class OperationModule {}
