import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GET_ADDRESS_COUNTERPARTIES } from './counterparty.methods.js';
import { CounterpartyParameters } from './counterparty.parameters.js';
import { GetAddressCounterpartiesQuery } from './get-address-counterparties.query.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class CounterpartyController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address/counterparties', GET_ADDRESS_COUNTERPARTIES)
  getAddressCounterparties(@Parameters() parameters: CounterpartyParameters) {
    return this.queries.execute(new GetAddressCounterpartiesQuery(parameters));
  }
}
