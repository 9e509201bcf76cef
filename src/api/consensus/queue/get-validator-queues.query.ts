import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { QueueReader } from '../../../projection/consensus/queue.reader.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { queuesNowRecord } from './queue.record.js';
import { QueuesNowDto } from './queues-now.dto.js';
import { oldestServed } from './served-days.js';

@ChainQuery({
  operationId: 'getValidatorQueues',
  path: 'consensus/queues/current',
  tag: 'Consensus',
  summary: 'Validator queues now',
  description:
    'The validators that wait to activate and to exit at the newest sampled epoch, which is final, and their ' +
    'waiting time if it is known.',
  plan: 'Intelligence',
  asOfBlock: 'never',
  record: QueuesNowDto,
  refusals: [],
})
export class GetValidatorQueuesQuery extends Query<ApiResponse<QueuesNowDto>> {}

@QueryHandler(GetValidatorQueuesQuery)
export class GetValidatorQueuesHandler implements IQueryHandler<GetValidatorQueuesQuery> {
  constructor(private readonly queues: QueueReader) {}

  async execute(): Promise<ApiResponse<QueuesNowDto>> {
    const found = await this.queues.daysSince(oldestServed(), 1);
    return new ApiResponse(queuesNowRecord(found.current));
  }
}
