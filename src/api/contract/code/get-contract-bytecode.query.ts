import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../kernel/chain/chain-id.js';
import { missingRecord } from '../../../kernel/refusal/missing-record.js';
import { serviceUnavailable } from '../../../kernel/refusal/record-refusals.js';
import { ContractCodeReader } from '../../../projection/contract/contract-code.reader.js';
import { ChainBounds } from '../../chain-bounds.js';
import { ApiResponse } from '../../http/api-response.js';
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
    if (!found) throw serviceUnavailable();
    if (!('codeHash' in found)) throw missingRecord(found);
    const { codeHash, code: bytecode, codeSize: bytecodeSize, fingerprint, headNumber } = found;
    return new ApiResponse(
      { chainId: CHAIN_ID, address, codeHash, bytecode, bytecodeSize, fingerprint },
      headNumber,
    );
  }
}
