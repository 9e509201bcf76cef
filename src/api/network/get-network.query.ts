import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ABOUT_NETWORK } from '../../kernel/chain/network.js';
import { ChainBounds } from '../chain-bounds.js';
import { Answer } from '../http/answer.js';
import { CHAIN_ID } from '../http/chain.js';
import type { NetworkDto } from './network.dto.js';

export class GetNetworkQuery extends Query<Answer<NetworkDto>> {}

@QueryHandler(GetNetworkQuery)
export class GetNetworkHandler implements IQueryHandler<GetNetworkQuery> {
  constructor(private readonly bounds: ChainBounds) {}

  async execute(): Promise<Answer<NetworkDto>> {
    const { network, firstBlock } = this.bounds;
    return new Answer({ chainId: CHAIN_ID, network, firstBlock, description: ABOUT_NETWORK[network] });
  }
}
