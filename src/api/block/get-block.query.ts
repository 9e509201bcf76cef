import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { BlockReader } from '../../records/block/block.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { checkInChain } from '../refusal/check-in-chain.js';
import type { BlockDto } from './block.dto.js';
import type { BlockNumberParameters } from './block.parameters.js';
import { blockRecord } from './block.record.js';

export class GetBlockQuery extends Query<ApiResponse<BlockDto>> {
  constructor(readonly parameters: BlockNumberParameters) {
    super();
  }
}

@QueryHandler(GetBlockQuery)
export class GetBlockHandler implements IQueryHandler<GetBlockQuery> {
  constructor(
    private readonly blocks: BlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { number } }: GetBlockQuery): Promise<ApiResponse<BlockDto>> {
    const { firstBlock, reconciliationBlocks } = this.bounds;
    checkInChain(number, firstBlock, 'number');
    const found = await this.blocks.atNumber(number, firstBlock);
    const settled = number <= found.headNumber - reconciliationBlocks;
    return new ApiResponse(blockRecord(found.block, settled), number);
  }
}
