import { Module } from '@nestjs/common';
import { AddressTokenTransfersReader } from '../../projection/token/address-token-transfers.reader.js';
import { InternalTransfersReader } from '../../records/frame/internal-transfers.reader.js';
import { AddressTransactionsReader } from '../../records/transaction/address-transactions.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import {
  ListAddressInternalTransfersHandler,
  ListAddressInternalTransfersQuery,
} from './list-address-internal-transfers.query.js';
import {
  ListAddressTokenTransfersHandler,
  ListAddressTokenTransfersQuery,
} from './list-address-token-transfers.query.js';
import {
  ListAddressTransactionsHandler,
  ListAddressTransactionsQuery,
} from './list-address-transactions.query.js';

import {
  ListTokenTransfersBetweenHandler,
  ListTokenTransfersBetweenQuery,
} from './list-token-transfers-between.query.js';

@Module({
  controllers: [
    chainController(
      ListAddressTransactionsQuery,
      ListAddressInternalTransfersQuery,
      ListAddressTokenTransfersQuery,
      ListTokenTransfersBetweenQuery,
    ),
  ],
  providers: [
    AddressTokenTransfersReader,
    ListAddressTokenTransfersHandler,
    ListTokenTransfersBetweenHandler,
    AddressTransactionsReader,
    InternalTransfersReader,
    ListAddressTransactionsHandler,
    ListAddressInternalTransfersHandler,
  ],
})
export class FeedModule {}
