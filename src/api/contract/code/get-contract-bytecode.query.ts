import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractCodeReader } from '../../../records/code/contract-code.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { MAX_CODE_BYTES } from '../../http/record/field.js';
import type { ContractParameters } from '../contract.parameters.js';
import type { ContractBytecodeDto } from './contract-bytecode.dto.js';

export class GetContractBytecodeQuery extends Query<ApiResponse<ContractBytecodeDto>> {
  constructor(readonly parameters: ContractParameters) {
    super();
  }
}

@QueryHandler(GetContractBytecodeQuery)
export class GetContractBytecodeHandler implements IQueryHandler<GetContractBytecodeQuery> {
  constructor(
    private readonly codes: ContractCodeReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    parameters: { address },
  }: GetContractBytecodeQuery): Promise<ApiResponse<ContractBytecodeDto>> {
    const found = await this.codes.codeOf(address, this.bounds.firstBlock, MAX_CODE_BYTES);
    const { codeHash, code: bytecode, codeSize: bytecodeSize, fingerprint, headNumber } = found;
    return new ApiResponse(
      { chainId: CHAIN_ID, address, codeHash, bytecode, bytecodeSize, fingerprint },
      headNumber,
    );
  }
}
