import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockReader } from '../../records/block/block.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { BlockDto } from './block.dto.js';
import { blockRecord } from './block.record.js';

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
