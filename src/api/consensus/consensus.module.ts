import { Module } from '@nestjs/common';
import { QueueReader } from '../../projection/consensus/queue.reader.js';
import { ValidatorWithdrawalsReader } from '../../projection/consensus/validator-withdrawals.reader.js';
import { ProposersReader } from '../../records/block/proposers.reader.js';
import { AddressModule } from '../address/address.module.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetBlockProposersHandler, GetBlockProposersQuery } from './proposer/get-block-proposers.query.js';
import {
  GetValidatorQueueHistoryHandler,
  GetValidatorQueueHistoryQuery,
} from './queue/get-validator-queue-history.query.js';
import { GetValidatorQueuesHandler, GetValidatorQueuesQuery } from './queue/get-validator-queues.query.js';
import {
  ListValidatorWithdrawalsHandler,
  ListValidatorWithdrawalsQuery,
} from './withdrawal/list-validator-withdrawals.query.js';

@Module({
  imports: [AddressModule],
  controllers: [
    chainController(
      GetValidatorQueueHistoryQuery,
      GetValidatorQueuesQuery,
      GetBlockProposersQuery,
      ListValidatorWithdrawalsQuery,
    ),
  ],
  providers: [
    QueueReader,
    ProposersReader,
    ValidatorWithdrawalsReader,
    GetValidatorQueueHistoryHandler,
    GetValidatorQueuesHandler,
    GetBlockProposersHandler,
    ListValidatorWithdrawalsHandler,
  ],
})
export class ConsensusModule {}
