import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { QueueReader } from '../../../projection/consensus/queue.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import type { QueueHistoryParameters } from '../consensus.parameters.js';
import { queueCurrentRecord, queuePointRecord, utcTime } from './queue.record.js';
import type { QueueHistoryDto } from './queue-history.dto.js';
import { oldestServed } from './served-days.js';

export class GetValidatorQueueHistoryQuery extends Query<ApiResponse<QueueHistoryDto>> {
  constructor(readonly parameters: QueueHistoryParameters) {
    super();
  }
}

@QueryHandler(GetValidatorQueueHistoryQuery)
export class GetValidatorQueueHistoryHandler implements IQueryHandler<GetValidatorQueueHistoryQuery> {
  constructor(private readonly queues: QueueReader) {}

  async execute({
    parameters: { limit },
  }: GetValidatorQueueHistoryQuery): Promise<ApiResponse<QueueHistoryDto>> {
    const found = await this.queues.daysSince(oldestServed(), limit);
    return new ApiResponse({
      chainId: CHAIN_ID,
      current: queueCurrentRecord(found.current),
      granularity: 'day',
      observedFrom: utcTime(found.observedFrom),
      points: found.days.map(queuePointRecord),
    });
  }
}
