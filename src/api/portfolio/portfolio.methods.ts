import { UNCOVERED_BLOCK } from '../block/uncovered-block.js';
import type { ChainMethod } from '../http/method/documented-method.js';
import { PortfolioDto } from './portfolio.dto.js';
import { PortfolioParameters } from './portfolio.parameters.js';

export const GET_ADDRESS_PORTFOLIO: ChainMethod = {
  operationId: 'getAddressPortfolio',
  tag: 'Balances',
  summary: 'USD-valued portfolio',
  description:
    'Ether and the covered tokens an address holds, valued in dollars: now, by the prices of the last hour that is over, or at the end of one ' +
    'block, by what had been observed of its hour until then. Prices come from the chain itself, Chainlink feeds before Uniswap v2 pools, and from ' +
    'what was imported; an hour without one takes the latest earlier price for a while and says so. What cannot be valued is counted, not ' +
    'listed. No NFTs, no positions in protocols, no shares of pools. Where the ether held is not known, as blocks are missing that may have ' +
    'moved it, the answer is refused with 422.',
  plan: 'Intelligence',
  asOfBlock: 'optional',
  parameters: PortfolioParameters,
  record: PortfolioDto,
  refusals: [
    UNCOVERED_BLOCK,
    {
      code: 'portfolio_too_large',
      reasons: ['too_many_positions'],
      when: 'The address holds more assets than are valued in one answer; `actual` is at least so many.',
    },
  ],
  list: { items: 'positions', paged: false },
};
