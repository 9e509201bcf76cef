import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { AttributeHistoryParameters } from './attribute.parameters.js';
import type { AttributeHistoryDto } from './attribute-interval.dto.js';
import { attributeInterval } from './attribute-interval.record.js';

export class GetAddressAttributeHistoryQuery extends Query<ApiResponse<AttributeHistoryDto>> {
  constructor(readonly parameters: AttributeHistoryParameters) {
    super();
  }
}

@QueryHandler(GetAddressAttributeHistoryQuery)
export class GetAddressAttributeHistoryHandler implements IQueryHandler<GetAddressAttributeHistoryQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: GetAddressAttributeHistoryQuery): Promise<ApiResponse<AttributeHistoryDto>> {
    const { address, limit } = parameters;
    const { coverageBlock, intervals, coveredFamilies } = await this.history.attributesOf(
      address,
      limit + 1,
      this.bounds.firstBlock,
    );
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        address,
        intervals: intervals.slice(0, limit).map(attributeInterval),
        coveredFamilies,
        truncated: intervals.length > limit,
      },
      coverageBlock,
    );
  }
}
