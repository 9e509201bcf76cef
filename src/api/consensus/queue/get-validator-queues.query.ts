import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QueueReader } from '../../../projection/consensus/queue.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { queuesNowRecord } from './queue.record.js';
import type { QueuesNowDto } from './queues-now.dto.js';
import { oldestServed } from './served-days.js';

export class GetValidatorQueuesQuery extends Query<ApiResponse<QueuesNowDto>> {}

@QueryHandler(GetValidatorQueuesQuery)
export class GetValidatorQueuesHandler implements IQueryHandler<GetValidatorQueuesQuery> {
  constructor(private readonly queues: QueueReader) {}

  async execute(): Promise<ApiResponse<QueuesNowDto>> {
    const found = await this.queues.daysSince(oldestServed(), 1);
    return new ApiResponse(queuesNowRecord(found.current));
  }
}
