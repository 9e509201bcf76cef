import { Module } from '@nestjs/common';
import { TransactionTokenTransfersReader } from '../../projection/token/transaction-token-transfers.reader.js';
import { FailedFramesReader } from '../../records/frame/failed-frames.reader.js';
import { TransactionFramesReader } from '../../records/frame/transaction-frames.reader.js';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { LargeAnswersModule } from '../http/method/large-answers.module.js';
import { GetTransactionHandler, GetTransactionQuery } from './get-transaction.query.js';
import { GetTransactionFlowHandler, GetTransactionFlowQuery } from './get-transaction-flow.query.js';
import { ListFailedFramesHandler, ListFailedFramesQuery } from './list-failed-frames.query.js';

@Module({
  imports: [LargeAnswersModule],
  controllers: [chainController(GetTransactionQuery, ListFailedFramesQuery, GetTransactionFlowQuery)],
  providers: [
    TransactionReader,
    FailedFramesReader,
    TransactionFramesReader,
    TransactionTokenTransfersReader,
    GetTransactionHandler,
    ListFailedFramesHandler,
    GetTransactionFlowHandler,
  ],
})
export class TransactionModule {}
