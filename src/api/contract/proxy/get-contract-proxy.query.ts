import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractProxyReader } from '../../../records/code/contract-proxy.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { LargeAnswers, ROWS_AT_ONCE } from '../../http/method/large-answers.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { tooManyRows } from '../../refusal/record-refusals.js';
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
    'Every implementation that the address pointed to, newest first: in its code (EIP-1167), or in the slots of ' +
    'EIP-1967, of its beacon, and of zeppelinOS. Each implementation has one entry for all its blocks. An empty ' +
    'list does not mean that the address is no proxy. After more than 50,000 changes the answer is 503.',
  record: ProxyImplementationsDto,
  refusals: unknownContract('Neither code nor a pointer'),
})
export class GetContractProxyQuery extends Query<ApiResponse<ProxyImplementationsDto>> {
  @AddressParameter()
  readonly address!: Address;
}

/** Most changes of its code and of its pointers that are read for an answer, which then has some 25 MB. */
const MOST_CHANGES = 50_000;

@QueryHandler(GetContractProxyQuery)
export class GetContractProxyHandler implements IQueryHandler<GetContractProxyQuery> {
  constructor(
    private readonly proxies: ContractProxyReader,
    private readonly bounds: ChainBounds,
    private readonly largeAnswers: LargeAnswers,
  ) {}

  async execute({ address }: GetContractProxyQuery): Promise<ApiResponse<ProxyImplementationsDto>> {
    const { firstBlock } = this.bounds;
    const found = await this.proxies.ofAddress(address, firstBlock, ROWS_AT_ONCE);
    if (!found) return this.#large(address);
    const implementations = found.implementations.map((one) =>
      proxyImplementation(address, found.proxyPattern, one),
    );
    return new ApiResponse({ chainId: CHAIN_ID, address, implementations }, found.headNumber);
  }

  /** A large answer, because a contract decides how often it changes its pointers. */
  #large(address: Address): Promise<ApiResponse<ProxyImplementationsDto>> {
    return this.largeAnswers.answer(async () => {
      const found = await this.proxies.ofAddress(address, this.bounds.firstBlock, MOST_CHANGES);
      if (!found) throw tooManyRows();
      const { headNumber, proxyPattern, implementations } = found;
      return {
        block: headNumber,
        head: { chainId: CHAIN_ID, address, implementations: [] },
        list: 'implementations',
        count: implementations.length,
        rows: (from, to) =>
          implementations.slice(from, to).map((one) => proxyImplementation(address, proxyPattern, one)),
      };
    });
  }
}
