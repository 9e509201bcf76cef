import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GET_ADDRESS } from './address.methods.js';
import { AddressParameters } from './address.parameters.js';
import { GetAddressQuery } from './get-address.query.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class AddressController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address', GET_ADDRESS)
  getAddress(@Parameters() parameters: AddressParameters) {
    return this.queries.execute(new GetAddressQuery(parameters));
  }
}
