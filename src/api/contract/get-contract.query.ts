import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { ContractReader } from '../../records/code/contract.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { unknownContract } from './code/unknown-contract.js';
import { ContractDto, contractRecord } from './contract.dto.js';

@ChainQuery({
  operationId: 'getContract',
  path: 'contracts/:address',
  tag: 'Contracts',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  summary: 'One contract',
  description:
    'The contract at an address: its code, the interfaces and the proxy pattern found in it, and its life from ' +
    'deployment to destruction. For a destroyed contract the answer has its last code, for an account that cleared ' +
    'its delegation the empty code. If state diffs are missing since the code last changed, `meta.asOfBlock` is the ' +
    'last block before them.',
  record: ContractDto,
  refusals: unknownContract('No code'),
})
export class GetContractQuery extends Query<ApiResponse<ContractDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetContractQuery)
export class GetContractHandler implements IQueryHandler<GetContractQuery> {
  constructor(
    private readonly contracts: ContractReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address }: GetContractQuery): Promise<ApiResponse<ContractDto>> {
    const found = await this.contracts.byAddress(address, this.bounds.firstBlock);
    return new ApiResponse(contractRecord(address, found), found.knownThrough);
  }
}
