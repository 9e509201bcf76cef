import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { AttributeHistoryDto, attributeInterval } from './attribute-interval.dto.js';

@ChainQuery({
  operationId: 'getAddressAttributeHistory',
  path: 'addresses/:address/attributes/history',
  tag: 'Attributes',
  plan: 'Intelligence',
  summary: 'Attribute history of an address',
  description:
    'The intervals in which attributes held, oldest first. An interval ends at the latest where coverage has a gap.',
  asOfBlock: 'optional',
  record: AttributeHistoryDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
})
export class GetAddressAttributeHistoryQuery extends Query<ApiResponse<AttributeHistoryDto>> {
  @AddressParameter()
  readonly address!: Address;

  @LimitParameter(1000, 100)
  readonly limit!: number;
}

@QueryHandler(GetAddressAttributeHistoryQuery)
export class GetAddressAttributeHistoryHandler implements IQueryHandler<GetAddressAttributeHistoryQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    limit,
  }: GetAddressAttributeHistoryQuery): Promise<ApiResponse<AttributeHistoryDto>> {
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
