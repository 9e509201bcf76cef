import { Module } from '@nestjs/common';
import { ClaimsOfManyReader } from '../../claims/claims-of-many.reader.js';
import { DefinitionReader } from '../../claims/definition.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { ScreenAddressesHandler, ScreenAddressesQuery } from './screen-addresses.query.js';

@Module({
  controllers: [chainController(ScreenAddressesQuery)],
  providers: [ClaimsOfManyReader, DefinitionReader, ScreenAddressesHandler],
})
export class ScreeningModule {}
