import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ABOUT_NETWORK } from '../../domain/chain/record/network.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { NetworkDto } from './network.dto.js';

@ChainQuery({
  operationId: 'getNetwork',
  path: 'network',
  tag: 'Coverage',
  summary: 'Which chain this is',
  description:
    'Whether the service serves its demo chain or mainnet, as the header `Chainproof-Network` of every answer says ' +
    'too. Both have chain id 1.',
  plan: 'Enriched Data',
  asOfBlock: 'never',
  beyondSeed: true,
  needsNoStore: true,
  record: NetworkDto,
  refusals: [],
})
export class GetNetworkQuery extends Query<ApiResponse<NetworkDto>> {}

@QueryHandler(GetNetworkQuery)
export class GetNetworkHandler implements IQueryHandler<GetNetworkQuery> {
  constructor(private readonly bounds: ChainBounds) {}

  async execute(): Promise<ApiResponse<NetworkDto>> {
    const { network, firstBlock } = this.bounds;
    return new ApiResponse({ chainId: CHAIN_ID, network, firstBlock, description: ABOUT_NETWORK[network] });
  }
}
