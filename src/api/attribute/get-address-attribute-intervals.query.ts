import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import { AttributeIntervalsDto, attributeProvenInterval } from './attribute-intervals.dto.js';

@ChainQuery({
  operationId: 'getAddressAttributeIntervals',
  path: 'addresses/:address/attributes/intervals',
  tag: 'Attributes',
  plan: 'Intelligence',
  summary: 'Attribute history with times and proofs',
  description:
    'The intervals in which attributes held, oldest first, each with the times of its blocks and a proof. An ' +
    'interval ends at the latest where coverage has a gap.',
  beyondSeed: true,
  asOfBlock: 'optional',
  record: AttributeIntervalsDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
})
export class GetAddressAttributeIntervalsQuery extends Query<ApiResponse<AttributeIntervalsDto>> {
  @AddressParameter()
  readonly address!: Address;

  @LimitParameter(1000, 100)
  readonly limit!: number;
}

@QueryHandler(GetAddressAttributeIntervalsQuery)
export class GetAddressAttributeIntervalsHandler implements IQueryHandler<GetAddressAttributeIntervalsQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    limit,
  }: GetAddressAttributeIntervalsQuery): Promise<ApiResponse<AttributeIntervalsDto>> {
    const { coverageBlock, intervals, coveredFamilies } = await this.history.attributesOf(
      address,
      limit + 1,
      this.bounds.firstBlock,
    );
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        address,
        intervals: intervals.slice(0, limit).map(attributeProvenInterval),
        coveredFamilies,
        truncated: intervals.length > limit,
      },
      coverageBlock,
    );
  }
}
