import { Module } from '@nestjs/common';
import { QueueReader } from '../../projection/consensus/queue.reader.js';
import { ValidatorWithdrawalsReader } from '../../projection/consensus/validator-withdrawals.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { ProposersReader } from '../../records/block/proposers.reader.js';
import { ConsensusController } from './consensus.controller.js';
import { GetBlockProposersHandler } from './proposer/get-block-proposers.query.js';
import { GetValidatorQueueHistoryHandler } from './queue/get-validator-queue-history.query.js';
import { GetValidatorQueuesHandler } from './queue/get-validator-queues.query.js';
import { ListValidatorWithdrawalsHandler } from './withdrawal/list-validator-withdrawals.query.js';

@Module({
  controllers: [ConsensusController],
  providers: [
    QueueReader,
    ProposersReader,
    PresentationReader,
    ValidatorWithdrawalsReader,
    GetValidatorQueueHistoryHandler,
    GetValidatorQueuesHandler,
    GetBlockProposersHandler,
    ListValidatorWithdrawalsHandler,
  ],
})
export class ConsensusModule {}
