import { Module } from '@nestjs/common';
import { ClaimsOfManyReader } from '../../claims/claims-of-many.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetAddressControllersHandler, GetAddressControllersQuery } from './get-address-controllers.query.js';

@Module({
  controllers: [chainController(GetAddressControllersQuery)],
  providers: [ClaimsOfManyReader, GetAddressControllersHandler],
})
export class ControlModule {}
