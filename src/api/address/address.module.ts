import { Module } from '@nestjs/common';
import { AddressReader } from '../../projection/address/address.reader.js';
import { EvaluatedNaturesReader } from '../../projection/graph/evaluated-natures.reader.js';
import { PresentationReader } from '../../projection/name/presentation.reader.js';
import { chainController } from '../http/method/chain-controller.js';
import { GetAddressHandler, GetAddressQuery } from './get-address.query.js';
import { TypeStates } from './type-states.js';

@Module({
  controllers: [chainController(GetAddressQuery)],
  providers: [AddressReader, PresentationReader, EvaluatedNaturesReader, TypeStates, GetAddressHandler],
  exports: [PresentationReader, TypeStates],
})
export class AddressModule {}
