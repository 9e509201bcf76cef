import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { QueueReader } from '../../../projection/consensus/queue.reader.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { queueCurrentRecord, queuePointRecord, utcTime } from './queue.record.js';
import { QueueHistoryDto } from './queue-history.dto.js';
import { oldestServed } from './served-days.js';

@ChainQuery({
  operationId: 'getValidatorQueueHistory',
  path: 'consensus/queues',
  tag: 'Consensus',
  summary: 'Validator queues over time',
  description:
    'The validators that wait to activate and to exit now, and one point for each UTC day of the last 90, newest ' +
    'first. Points from before sampling began are lower bounds.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  record: QueueHistoryDto,
  refusals: [],
  list: { items: 'points', paged: false, newestFirst: true },
})
export class GetValidatorQueueHistoryQuery extends Query<ApiResponse<QueueHistoryDto>> {
  @LimitParameter(90, 30)
  readonly limit!: number;
}

@QueryHandler(GetValidatorQueueHistoryQuery)
export class GetValidatorQueueHistoryHandler implements IQueryHandler<GetValidatorQueueHistoryQuery> {
  constructor(private readonly queues: QueueReader) {}

  async execute({ limit }: GetValidatorQueueHistoryQuery): Promise<ApiResponse<QueueHistoryDto>> {
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
