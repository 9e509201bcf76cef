import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockReader } from '../../records/block/block.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { BlockDto, blockRecord } from './block.dto.js';

@ChainQuery({
  operationId: 'getLatestBlock',
  path: 'blocks/latest',
  tag: 'Blocks',
  summary: 'Newest block',
  description: 'The newest stored block.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  record: BlockDto,
  refusals: [],
})
export class GetLatestBlockQuery extends Query<ApiResponse<BlockDto>> {}

@QueryHandler(GetLatestBlockQuery)
export class GetLatestBlockHandler implements IQueryHandler<GetLatestBlockQuery> {
  constructor(
    private readonly blocks: BlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(): Promise<ApiResponse<BlockDto>> {
    const newest = await this.blocks.newest();
    return new ApiResponse(blockRecord(newest, this.bounds.reconciliationBlocks === 0), newest.number);
  }
}
