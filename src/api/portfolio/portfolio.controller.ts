import { Controller } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { CHAIN_PATH } from '../http/chain.js';
import { Method, Parameters } from '../http/method/method.decorator.js';
import { GetAddressPortfolioQuery } from './get-address-portfolio.query.js';
import { GET_ADDRESS_PORTFOLIO } from './portfolio.methods.js';
import { PortfolioParameters } from './portfolio.parameters.js';

@Controller(`${CHAIN_PATH}/addresses`)
export class PortfolioController {
  constructor(private readonly queries: QueryBus) {}

  @Method(':address/portfolio', GET_ADDRESS_PORTFOLIO)
  getAddressPortfolio(@Parameters() parameters: PortfolioParameters) {
    return this.queries.execute(new GetAddressPortfolioQuery(parameters));
  }
}
