import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { Refusal } from '../../domain/refusal/refusal.js';
import { RELEASE } from '../../platform/release.js';
import type { HealthDto } from './health.dto.js';
import { OwnServers } from './own-servers.js';

export class GetHealthQuery extends Query<HealthDto> {}

@QueryHandler(GetHealthQuery)
export class GetHealthHandler implements IQueryHandler<GetHealthQuery> {
  constructor(private readonly servers: OwnServers) {}

  async execute(): Promise<HealthDto> {
    const away = this.servers.away();
    if (away.length > 0)
      throw new Refusal(
        'service_unavailable',
        `These servers are down and will be started again: ${away.join(', ')}.`,
      );
    return { status: 'ok', version: RELEASE };
  }
}
