import { Module } from '@nestjs/common';
import { FailedFramesReader } from '../../records/frame/failed-frames.reader.js';
import { TransactionReader } from '../../records/transaction/transaction.reader.js';
import { GetTransactionHandler } from './get-transaction.query.js';
import { ListFailedFramesHandler } from './list-failed-frames.query.js';
import { TransactionController } from './transaction.controller.js';

@Module({
  controllers: [TransactionController],
  providers: [TransactionReader, FailedFramesReader, GetTransactionHandler, ListFailedFramesHandler],
})
export class TransactionModule {}
