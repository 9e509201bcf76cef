import { Module } from '@nestjs/common';
import { BlockReader } from '../../records/block/block.reader.js';
import { BlockTransactionsReader } from '../../records/transaction/block-transactions.reader.js';
import { BlockWithdrawalsReader } from '../../records/withdrawal/block-withdrawals.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetBlockHandler, GetBlockQuery } from './get-block.query.js';
import { GetBlockByHashHandler, GetBlockByHashQuery } from './get-block-by-hash.query.js';
import { GetLatestBlockHandler, GetLatestBlockQuery } from './get-latest-block.query.js';
import { ListBlockTransactionsHandler, ListBlockTransactionsQuery } from './list-block-transactions.query.js';
import { ListBlockWithdrawalsHandler, ListBlockWithdrawalsQuery } from './list-block-withdrawals.query.js';

@Module({
  controllers: [
    chainController(
      GetLatestBlockQuery,
      GetBlockQuery,
      GetBlockByHashQuery,
      ListBlockTransactionsQuery,
      ListBlockWithdrawalsQuery,
    ),
  ],
  providers: [
    BlockReader,
    BlockTransactionsReader,
    BlockWithdrawalsReader,
    GetLatestBlockHandler,
    GetBlockHandler,
    GetBlockByHashHandler,
    ListBlockTransactionsHandler,
    ListBlockWithdrawalsHandler,
  ],
  exports: [BlockReader],
})
export class BlockModule {}
