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
import { RelationIntervalsDto, relationProvenInterval } from './relation-intervals.dto.js';

@ChainQuery({
  operationId: 'getAddressRelationIntervals',
  path: 'addresses/:address/relations/intervals',
  tag: 'Relations',
  plan: 'Intelligence',
  summary: 'Relation history with times and proofs',
  description:
    'The intervals in which relations held, oldest first, each with the times of its blocks and a proof. An ' +
    'interval ends at the latest where coverage has a gap.',
  beyondSeed: true,
  asOfBlock: 'optional',
  record: RelationIntervalsDto,
  refusals: [],
  list: { items: 'intervals', paged: false },
})
export class GetAddressRelationIntervalsQuery extends Query<ApiResponse<RelationIntervalsDto>> {
  @AddressParameter()
  readonly address!: Address;

  @DirectionParameter()
  readonly direction!: Direction;

  @LimitParameter(1000, 100)
  readonly limit!: number;
}

@QueryHandler(GetAddressRelationIntervalsQuery)
export class GetAddressRelationIntervalsHandler implements IQueryHandler<GetAddressRelationIntervalsQuery> {
  constructor(
    private readonly history: ClaimHistoryReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    address,
    direction,
    limit,
  }: GetAddressRelationIntervalsQuery): Promise<ApiResponse<RelationIntervalsDto>> {
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
        intervals: intervals.slice(0, limit).map(relationProvenInterval),
        coveredFamilies,
        truncated: intervals.length > limit,
      },
      coverageBlock,
    );
  }
}
