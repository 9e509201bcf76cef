import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ABOUT_NETWORK } from '../../domain/chain/record/network.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { NetworkDto } from './network.dto.js';

export class GetNetworkQuery extends Query<ApiResponse<NetworkDto>> {}

@QueryHandler(GetNetworkQuery)
export class GetNetworkHandler implements IQueryHandler<GetNetworkQuery> {
  constructor(private readonly bounds: ChainBounds) {}

  async execute(): Promise<ApiResponse<NetworkDto>> {
    const { network, firstBlock } = this.bounds;
    return new ApiResponse({ chainId: CHAIN_ID, network, firstBlock, description: ABOUT_NETWORK[network] });
  }
}
