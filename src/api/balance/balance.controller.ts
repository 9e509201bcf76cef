import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GET_TOKEN_BALANCE } from './balance.methods.js';
import { TokenBalanceParameters } from './balance.parameters.js';
import { GetTokenBalanceQuery } from './get-token-balance.query.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class BalanceController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address/balances/:token', GET_TOKEN_BALANCE)
  getTokenBalance(@Parameters() parameters: TokenBalanceParameters) {
    return this.queries.execute(new GetTokenBalanceQuery(parameters));
  }
}
