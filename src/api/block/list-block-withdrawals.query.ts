import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { BlockWithdrawalsReader } from '../../records/withdrawal/block-withdrawals.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { BlockParameter } from '../http/parameter/block-number.parameter.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { BlockWithdrawalsDto, blockWithdrawalRecord } from './block-withdrawals.dto.js';

@ChainQuery({
  operationId: 'listBlockWithdrawals',
  path: 'blocks/:number/withdrawals',
  tag: 'Blocks',
  summary: 'Withdrawals of a block',
  description:
    'Every withdrawal of the consensus layer in one block, with its validator, recipient and amount. There are ' +
    'none before Shanghai.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: BlockWithdrawalsDto,
  refusals: [UNCOVERED_BLOCK],
  list: { items: 'withdrawals', paged: false, key: ['withdrawalIndex'] },
})
export class ListBlockWithdrawalsQuery extends Query<ApiResponse<BlockWithdrawalsDto>> {
  @BlockParameter()
  readonly number!: number;
}

@QueryHandler(ListBlockWithdrawalsQuery)
export class ListBlockWithdrawalsHandler implements IQueryHandler<ListBlockWithdrawalsQuery> {
  constructor(
    private readonly withdrawals: BlockWithdrawalsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ number }: ListBlockWithdrawalsQuery): Promise<ApiResponse<BlockWithdrawalsDto>> {
    const { firstBlock } = this.bounds;
    checkInChain(number, firstBlock, 'number');
    const found = await this.withdrawals.ofBlock(number, firstBlock);
    return ApiResponse.ofBlock(
      {
        chainId: CHAIN_ID,
        blockNumber: number,
        withdrawalCount: found.count,
        totalWithdrawalGwei: found.totalGwei,
        withdrawals: found.withdrawals.map(blockWithdrawalRecord),
      },
      number,
    );
  }
}
