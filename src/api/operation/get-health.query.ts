import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { INTERFACE_RELEASE } from '../http/openapi/interface-release.js';
import type { HealthDto } from './health.dto.js';

export class GetHealthQuery extends Query<HealthDto> {}

@QueryHandler(GetHealthQuery)
export class GetHealthHandler implements IQueryHandler<GetHealthQuery> {
  async execute(): Promise<HealthDto> {
    return { status: 'ok', version: INTERFACE_RELEASE };
  }
}
