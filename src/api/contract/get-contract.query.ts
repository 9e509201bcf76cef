import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ContractReader } from '../../records/code/contract.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ContractDto } from './contract.dto.js';
import type { ContractParameters } from './contract.parameters.js';
import { contractRecord } from './contract.record.js';

export class GetContractQuery extends Query<ApiResponse<ContractDto>> {
  constructor(readonly parameters: ContractParameters) {
    super();
  }
}

@QueryHandler(GetContractQuery)
export class GetContractHandler implements IQueryHandler<GetContractQuery> {
  constructor(
    private readonly contracts: ContractReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { address } }: GetContractQuery): Promise<ApiResponse<ContractDto>> {
    const found = await this.contracts.byAddress(address, this.bounds.firstBlock);
    return new ApiResponse(contractRecord(address, found), found.headNumber);
  }
}
