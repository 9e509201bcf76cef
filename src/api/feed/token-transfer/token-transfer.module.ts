import { Module } from '@nestjs/common';
import { AddressTokenTransfersReader } from '../../../projection/token/address-token-transfers.reader.js';
import { chainController } from '../../http/method/chain-controller.js';
import {
  ListAddressTokenTransfersHandler,
  ListAddressTokenTransfersQuery,
} from './list-address-token-transfers.query.js';

@Module({
  controllers: [chainController(ListAddressTokenTransfersQuery)],
  providers: [AddressTokenTransfersReader, ListAddressTokenTransfersHandler],
})
export class TokenTransferModule {}
