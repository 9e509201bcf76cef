import { Module } from '@nestjs/common';
import { BlockReader } from '../../records/block/block.reader.js';
import { BlockTransactionsReader } from '../../records/transaction/block-transactions.reader.js';
import { BlockController } from './block.controller.js';
import { GetBlockHandler } from './get-block.query.js';
import { GetLatestBlockHandler } from './get-latest-block.query.js';
import { ListBlockTransactionsHandler } from './list-block-transactions.query.js';

@Module({
  controllers: [BlockController],
  providers: [
    BlockReader,
    BlockTransactionsReader,
    GetLatestBlockHandler,
    GetBlockHandler,
    ListBlockTransactionsHandler,
  ],
})
export class BlockModule {}
