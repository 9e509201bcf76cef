import { Module } from '@nestjs/common';
import { AddressReader } from '../../projection/address/address.reader.js';
import { AddressController } from './address.controller.js';
import { GetAddressHandler } from './get-address.query.js';

@Module({
  controllers: [AddressController],
  providers: [AddressReader, GetAddressHandler],
})
export class AddressModule {}
