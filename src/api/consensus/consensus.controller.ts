import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import {
  GET_BLOCK_PROPOSERS,
  GET_VALIDATOR_QUEUE_HISTORY,
  GET_VALIDATOR_QUEUES,
  LIST_VALIDATOR_WITHDRAWALS,
} from './consensus.methods.js';
import {
  ProposersParameters,
  QueueHistoryParameters,
  ValidatorWithdrawalsParameters,
} from './consensus.parameters.js';
import { GetBlockProposersQuery } from './proposer/get-block-proposers.query.js';
import { GetValidatorQueueHistoryQuery } from './queue/get-validator-queue-history.query.js';
import { GetValidatorQueuesQuery } from './queue/get-validator-queues.query.js';
import { ListValidatorWithdrawalsQuery } from './withdrawal/list-validator-withdrawals.query.js';

@Controller(`${CHAIN_PATH}/consensus`)
export class ConsensusController {
  constructor(private readonly queries: QueryBus) {}

  @Method('queues', GET_VALIDATOR_QUEUE_HISTORY)
  getValidatorQueueHistory(@Parameters() parameters: QueueHistoryParameters) {
    return this.queries.execute(new GetValidatorQueueHistoryQuery(parameters));
  }

  @Method('queues/current', GET_VALIDATOR_QUEUES)
  getValidatorQueues() {
    return this.queries.execute(new GetValidatorQueuesQuery());
  }

  @Method('proposers', GET_BLOCK_PROPOSERS)
  getBlockProposers(@Parameters() parameters: ProposersParameters) {
    return this.queries.execute(new GetBlockProposersQuery(parameters));
  }

  @Method('validators/:index/withdrawals', LIST_VALIDATOR_WITHDRAWALS)
  listValidatorWithdrawals(@Parameters() parameters: ValidatorWithdrawalsParameters) {
    return this.queries.execute(new ListValidatorWithdrawalsQuery(parameters));
  }
}
