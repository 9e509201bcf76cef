import { Module } from '@nestjs/common';
import { FailedFramesReader } from '../../records/frame/failed-frames.reader.js';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetTransactionHandler, GetTransactionQuery } from './get-transaction.query.js';
import { ListFailedFramesHandler, ListFailedFramesQuery } from './list-failed-frames.query.js';

@Module({
  controllers: [chainController(GetTransactionQuery, ListFailedFramesQuery)],
  providers: [TransactionReader, FailedFramesReader, GetTransactionHandler, ListFailedFramesHandler],
})
export class TransactionModule {}
