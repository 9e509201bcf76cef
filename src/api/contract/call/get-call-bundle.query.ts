import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CallBundleReader, StateNotProven } from '../../../bundle/call-bundle.reader.js';
import type { Address, Hash, Hex } from '../../../domain/chain/hex.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { withCheckpoint } from '../../http/method/uncovered-block.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { AtBlockParameter } from '../../http/parameter/block-number.parameter.js';
import { CalldataParameter } from '../../http/parameter/calldata.parameter.js';
import { CheckpointParameter } from '../../http/parameter/hash.parameter.js';
import { stateNotProven } from '../../refusal/call-refusals.js';
import { checkInChain } from '../../refusal/check-in-chain.js';
import { rethrowWithCheckpoint } from '../../refusal/checkpoint-refusals.js';
import { CallBundleDto, callBundleRecord } from './call-bundle.dto.js';
import { callRefusals } from './execute-calls.js';
import { UNPROVEN_STATE } from './unkept-state.js';

@ChainQuery({
  operationId: 'getContractCallBundle',
  path: 'contracts/:address/call/bundle',
  tag: 'Contracts',
  summary: 'Checkable file of a view call',
  description:
    'A view call, now or at the end of a block, with its witness: header, trie nodes, codes, input and output. ' +
    'Anybody can execute the call again with this file alone. A node of the service must prove the state of the ' +
    'block; most nodes give proofs for few blocks only. While too many bundles are in progress, the answer is 503.',
  plan: 'Intelligence',
  asOfBlock: 'always',
  beyondSeed: true,
  notForAgents: true,
  record: CallBundleDto,
  refusals: withCheckpoint([UNPROVEN_STATE]),
})
export class GetCallBundleQuery extends Query<ApiResponse<CallBundleDto>> {
  @AddressParameter()
  readonly address!: string;

  @CalldataParameter()
  readonly data!: string;

  @AtBlockParameter()
  readonly block!: number | undefined;

  @CheckpointParameter()
  readonly checkpoint!: Hash | undefined;
}

@QueryHandler(GetCallBundleQuery)
export class GetCallBundleHandler implements IQueryHandler<GetCallBundleQuery> {
  constructor(
    private readonly bundles: CallBundleReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    data,
    block,
    checkpoint,
  }: GetCallBundleQuery): Promise<ApiResponse<CallBundleDto>> {
    const { firstBlock } = this.bounds;
    if (block !== undefined) checkInChain(block, firstBlock, 'block');
    try {
      const found = await this.bundles
        .of(address as Address, data as Hex, firstBlock, block, checkpoint)
        .catch(rethrowWithCheckpoint);
      return new ApiResponse(callBundleRecord(address, found), found.call.block.number);
    } catch (error) {
      throw error instanceof StateNotProven ? stateNotProven(error.block) : callRefusals(error);
    }
  }
}
