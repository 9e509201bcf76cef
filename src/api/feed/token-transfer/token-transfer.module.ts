import { Module } from '@nestjs/common';
import { AddressTokenTransfersReader } from '../../../projection/token/address-token-transfers.reader.js';
import { ListAddressTokenTransfersHandler } from './list-address-token-transfers.query.js';
import { TokenTransferController } from './token-transfer.controller.js';

@Module({
  controllers: [TokenTransferController],
  providers: [AddressTokenTransfersReader, ListAddressTokenTransfersHandler],
})
export class TokenTransferModule {}
