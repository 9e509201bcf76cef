import { Module } from '@nestjs/common';
import { TransactionReader } from '../../projection/transaction/transaction.reader.js';
import { GetTransactionHandler } from './get-transaction.query.js';
import { TransactionController } from './transaction.controller.js';

@Module({
  controllers: [TransactionController],
  providers: [TransactionReader, GetTransactionHandler],
})
export class TransactionModule {}
