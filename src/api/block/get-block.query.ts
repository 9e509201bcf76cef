import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockReader } from '../../records/block/block.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { BlockParameter } from '../http/parameter/block-number.parameter.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import { BlockDto, blockRecord } from './block.dto.js';

@ChainQuery({
  operationId: 'getBlock',
  path: 'blocks/:number',
  tag: 'Blocks',
  summary: 'Block by number',
  description:
    'One block. If the number is above the newest block or inside a gap, the answer is 422, never 404.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  record: BlockDto,
  refusals: [UNCOVERED_BLOCK],
})
export class GetBlockQuery extends Query<ApiResponse<BlockDto>> {
  @BlockParameter()
  readonly number!: number;
}

@QueryHandler(GetBlockQuery)
export class GetBlockHandler implements IQueryHandler<GetBlockQuery> {
  constructor(
    private readonly blocks: BlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ number }: GetBlockQuery): Promise<ApiResponse<BlockDto>> {
    const { firstBlock, reconciliationBlocks } = this.bounds;
    checkInChain(number, firstBlock, 'number');
    const found = await this.blocks.atNumber(number, firstBlock);
    const settled = number <= found.headNumber - reconciliationBlocks;
    return ApiResponse.ofBlock(blockRecord(found.block, settled), number, settled);
  }
}
