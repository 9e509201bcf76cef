import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Hash } from '../../domain/chain/hex.js';
import { BlockReader } from '../../records/block/block.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { BlockHashParameter } from '../http/parameter/hash.parameter.js';
import { BlockDto, blockRecord } from './block.dto.js';

@ChainQuery({
  operationId: 'getBlockByHash',
  path: 'blocks/by-hash/:hash',
  tag: 'Blocks',
  summary: 'Block by hash',
  description: 'One block of the canonical chain by its hash. A block that was replaced is not found.',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  record: BlockDto,
  refusals: [
    { code: 'not_found', reasons: [], when: 'No block of the chain has this hash.' },
    {
      code: 'block_not_available',
      reasons: ['coverage_gap'],
      when: 'The block may be among those that are missing.',
    },
  ],
})
export class GetBlockByHashQuery extends Query<ApiResponse<BlockDto>> {
  @BlockHashParameter()
  readonly hash!: Hash;
}

@QueryHandler(GetBlockByHashQuery)
export class GetBlockByHashHandler implements IQueryHandler<GetBlockByHashQuery> {
  constructor(
    private readonly blocks: BlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ hash }: GetBlockByHashQuery): Promise<ApiResponse<BlockDto>> {
    const { firstBlock, reconciliationBlocks } = this.bounds;
    const { headNumber, block } = await this.blocks.withHash(hash, firstBlock);
    const settled = block.number <= headNumber - reconciliationBlocks;
    return ApiResponse.ofBlock(blockRecord(block, settled), block.number, settled);
  }
}
