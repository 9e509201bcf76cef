import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { ContractCodeReader } from '../../../records/code/contract-code.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { MAX_CODE_BYTES } from '../../http/record/field.js';
import { ContractBytecodeDto } from './contract-bytecode.dto.js';
import { unknownContract } from './unknown-contract.js';

@ChainQuery({
  operationId: 'getContractBytecode',
  path: 'contracts/:address/bytecode',
  tag: 'Contracts',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  summary: 'Runtime code of a contract',
  description:
    'The code with a fingerprint of its logic. Code of more than 24,576 bytes, which only chains without EIP-170 have, is not served: ' +
    '`bytecode` is `0x` there, and `bytecodeSize` its true size. `meta.asOfBlock` is that of the contract.',
  record: ContractBytecodeDto,
  refusals: unknownContract('No code'),
})
export class GetContractBytecodeQuery extends Query<ApiResponse<ContractBytecodeDto>> {
  @AddressParameter()
  readonly address!: Address;
}

@QueryHandler(GetContractBytecodeQuery)
export class GetContractBytecodeHandler implements IQueryHandler<GetContractBytecodeQuery> {
  constructor(
    private readonly codes: ContractCodeReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address }: GetContractBytecodeQuery): Promise<ApiResponse<ContractBytecodeDto>> {
    const found = await this.codes.codeOf(address, this.bounds.firstBlock, MAX_CODE_BYTES);
    const { codeHash, code: bytecode, codeSize: bytecodeSize, fingerprint, knownThrough } = found;
    return new ApiResponse(
      { chainId: CHAIN_ID, address, codeHash, bytecode, bytecodeSize, fingerprint },
      knownThrough,
    );
  }
}
