import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method } from '../http/method/method.decorator.js';
import { GetNetworkQuery } from './get-network.query.js';
import { GET_NETWORK } from './network.methods.js';

@Controller(`${CHAIN_PATH}/network`)
export class NetworkController {
  constructor(private readonly queries: QueryBus) {}

  @Method('', GET_NETWORK)
  getNetwork() {
    return this.queries.execute(new GetNetworkQuery());
  }
}
