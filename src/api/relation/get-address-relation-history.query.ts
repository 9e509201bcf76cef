import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { RelationHistoryParameters } from './relation.parameters.js';
import { relationInterval } from './relation.record.js';
import type { RelationHistoryDto } from './relation-interval.dto.js';

export class GetAddressRelationHistoryQuery extends Query<ApiResponse<RelationHistoryDto>> {
  constructor(readonly parameters: RelationHistoryParameters) {
    super();
  }
}

@QueryHandler(GetAddressRelationHistoryQuery)
export class GetAddressRelationHistoryHandler implements IQueryHandler<GetAddressRelationHistoryQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetAddressRelationHistoryQuery): Promise<ApiResponse<RelationHistoryDto>> {
    const { address, direction, limit } = parameters;
    const { coverageBlock, intervals, coveredFamilies } = await this.history.relationsOf(
      address,
      direction,
      limit + 1,
      this.bounds.firstBlock,
    );
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        address,
        direction,
        intervals: intervals.slice(0, limit).map(relationInterval),
        coveredFamilies,
        truncated: intervals.length > limit,
      },
      coverageBlock,
    );
  }
}
