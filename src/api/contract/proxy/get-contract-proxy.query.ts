import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractProxyReader } from '../../../records/code/contract-proxy.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { ContractParameters } from '../contract.parameters.js';
import { proxyImplementation } from './proxy-implementation.record.js';
import type { ProxyImplementationsDto } from './proxy-implementations.dto.js';

export class GetContractProxyQuery extends Query<ApiResponse<ProxyImplementationsDto>> {
  constructor(readonly parameters: ContractParameters) {
    super();
  }
}

@QueryHandler(GetContractProxyQuery)
export class GetContractProxyHandler implements IQueryHandler<GetContractProxyQuery> {
  constructor(
    private readonly proxies: ContractProxyReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    parameters: { address },
  }: GetContractProxyQuery): Promise<ApiResponse<ProxyImplementationsDto>> {
    const found = await this.proxies.ofAddress(address, this.bounds.firstBlock);
    const implementations = found.implementations.map((implementation) =>
      proxyImplementation(address, found.proxyPattern, implementation),
    );
    return new ApiResponse({ chainId: CHAIN_ID, address, implementations }, found.headNumber);
  }
}
