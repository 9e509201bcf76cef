import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address, Hex } from '../../../domain/chain/hex.js';
import { ViewCallReader } from '../../../state/call/view-call.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../../http/parameter/block-number.parameter.js';
import { CalldataParameter } from '../../http/parameter/calldata.parameter.js';
import { ContractCallDto, contractCallRecord } from './contract-call.dto.js';
import { executeCalls } from './execute-calls.js';
import { UNKEPT_STATE } from './unkept-state.js';

@ChainQuery({
  operationId: 'getContractCall',
  path: 'contracts/:address/call',
  tag: 'Contracts',
  summary: 'Result of a view call',
  description:
    'The result of a view call, now or at the end of a block. The service executes the call over the state: the ' +
    'caller is the zero address, with 10,000,000 gas and no value, and nothing is written. The answer lists ' +
    'everything that the call read, and the blocks in which the result is the same. The service asks a node for ' +
    'state from before the covered blocks, with a proof if the node gives one. A call of an account without code ' +
    'returns nothing. The first call of a contract may take seconds.',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  record: ContractCallDto,
  refusals: [UNKEPT_STATE],
})
export class GetContractCallQuery extends Query<ApiResponse<ContractCallDto>> {
  @AddressParameter()
  readonly address!: string;

  @CalldataParameter()
  readonly data!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;
}

@QueryHandler(GetContractCallQuery)
export class GetContractCallHandler implements IQueryHandler<GetContractCallQuery> {
  constructor(
    private readonly calls: ViewCallReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ address, data, block }: GetContractCallQuery): Promise<ApiResponse<ContractCallDto>> {
    const [found] = await executeCalls(this.calls, this.bounds, address as Address, [data as Hex], block);
    return new ApiResponse(contractCallRecord(address, found!), found!.block.number);
  }
}
