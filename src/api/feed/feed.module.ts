import { Module } from '@nestjs/common';
import { InternalTransfersReader } from '../../records/frame/internal-transfers.reader.js';
import { AddressTransactionsReader } from '../../records/transaction/address-transactions.reader.js';
import { FeedController } from './feed.controller.js';
import { ListAddressInternalTransfersHandler } from './list-address-internal-transfers.query.js';
import { ListAddressTransactionsHandler } from './list-address-transactions.query.js';

@Module({
  controllers: [FeedController],
  providers: [
    AddressTransactionsReader,
    InternalTransfersReader,
    ListAddressTransactionsHandler,
    ListAddressInternalTransfersHandler,
  ],
})
export class FeedModule {}
