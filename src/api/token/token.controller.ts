import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetTokenQuery } from './get-token.query.js';
import { ListTokenHoldersQuery } from './holder/list-token-holders.query.js';
import { GetTokenStatisticsQuery } from './statistics/get-token-statistics.query.js';
import {
  GET_TOKEN,
  GET_TOKEN_STATISTICS,
  LIST_TOKEN_HOLDERS,
  LIST_TOKEN_TRANSFERS,
} from './token.methods.js';
import { TokenHoldersParameters, TokenParameters, TokenTransfersParameters } from './token.parameters.js';
import { ListTokenTransfersQuery } from './transfer/list-token-transfers.query.js';

@Controller(`${CHAIN_PATH}/tokens`)
export class TokenController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':token', GET_TOKEN)
  getToken(@Parameters() parameters: TokenParameters) {
    return this.queries.execute(new GetTokenQuery(parameters));
  }

  @Method(':token/holders', LIST_TOKEN_HOLDERS)
  listTokenHolders(@Parameters() parameters: TokenHoldersParameters) {
    return this.queries.execute(new ListTokenHoldersQuery(parameters));
  }

  @Method(':token/transfers', LIST_TOKEN_TRANSFERS)
  listTokenTransfers(@Parameters() parameters: TokenTransfersParameters) {
    return this.queries.execute(new ListTokenTransfersQuery(parameters));
  }

  @Method(':token/statistics', GET_TOKEN_STATISTICS)
  getTokenStatistics(@Parameters() parameters: TokenParameters) {
    return this.queries.execute(new GetTokenStatisticsQuery(parameters));
  }
}
