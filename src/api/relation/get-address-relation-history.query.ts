import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimHistoryReader } from '../../claims/claim-history.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { CHAIN_ID } from '../../domain/chain/record/chain-id.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { DirectionParameter } from '../http/parameter/direction.parameter.js';
import { LimitParameter } from '../http/parameter/limit.parameter.js';
import type { Direction } from './relation.dto.js';
import { RelationHistoryDto, relationInterval } from './relation-interval.dto.js';

@ChainQuery({
  operationId: 'getAddressRelationHistory',
  path: 'addresses/:address/relations/history',
  tag: 'Relations',
  plan: 'Intelligence',
  summary: 'Relation history of an address',
  description:
    'The intervals in which relations held, oldest first. An interval ends at the latest where coverage has a gap.',
  asOfBlock: 'optional',
  record: RelationHistoryDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
})
export class GetAddressRelationHistoryQuery extends Query<ApiResponse<RelationHistoryDto>> {
  @AddressParameter()
  readonly address!: Address;

  @DirectionParameter()
  readonly direction!: Direction;

  @LimitParameter(1000, 100)
  readonly limit!: number;
}

@QueryHandler(GetAddressRelationHistoryQuery)
export class GetAddressRelationHistoryHandler implements IQueryHandler<GetAddressRelationHistoryQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    direction,
    limit,
  }: GetAddressRelationHistoryQuery): Promise<ApiResponse<RelationHistoryDto>> {
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
