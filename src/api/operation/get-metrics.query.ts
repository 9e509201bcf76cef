import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Registry } from 'prom-client';

export class GetMetricsQuery extends Query<string> {}

@QueryHandler(GetMetricsQuery)
export class GetMetricsHandler implements IQueryHandler<GetMetricsQuery> {
  constructor(private readonly registry: Registry) {}

  /** The metrics in the text format of Prometheus. */
  execute(): Promise<string> {
    return this.registry.metrics();
  }
}
