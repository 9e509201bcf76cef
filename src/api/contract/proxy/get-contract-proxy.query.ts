import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractProxyReader } from '../../../records/code/contract-proxy.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { unknownContract } from '../code/unknown-contract.js';
import { ProxyImplementationsDto, proxyImplementation } from './proxy-implementations.dto.js';

@ChainQuery({
  operationId: 'getContractProxy',
  path: 'contracts/:address/proxy',
  tag: 'Contracts',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  summary: 'Implementations of a proxy',
  description:
    'Every implementation the address was seen to point at, newest seen first: in its code (EIP-1167), or in the slots of EIP-1967, of ' +
    'its beacon, and of zeppelinOS. Each is listed once, over all the time it was pointed at. An empty list does not mean that the ' +
    'address is no proxy.',
  record: ProxyImplementationsDto,
  refusals: unknownContract('Neither code nor a pointer'),
})
export class GetContractProxyQuery extends Query<ApiResponse<ProxyImplementationsDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetContractProxyQuery)
export class GetContractProxyHandler implements IQueryHandler<GetContractProxyQuery> {
  constructor(
    private readonly proxies: ContractProxyReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address }: GetContractProxyQuery): Promise<ApiResponse<ProxyImplementationsDto>> {
    const found = await this.proxies.ofAddress(address, this.bounds.firstBlock);
    const implementations = found.implementations.map((implementation) =>
      proxyImplementation(address, found.proxyPattern, implementation),
    );
    return new ApiResponse({ chainId: CHAIN_ID, address, implementations }, found.headNumber);
  }
}
