import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { claimsAtBlock } from '../claim/claims-at-block.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { BlockParameter } from '../http/parameter/block-number.parameter.js';
import { RelationsAtBlockDto, relationInterval } from './relation-interval.dto.js';

@ChainQuery({
  operationId: 'getAddressRelationsAtBlock',
  path: 'addresses/:address/relations/at/:block',
  tag: 'Relations',
  plan: 'Intelligence',
  summary: 'Relations of an address at a block',
  description:
    'What the address pointed at at the end of a block, each relation with all the time it held. A block above the highest evaluated, or one ' +
    'in which no relation is covered, is refused with 422. A relation that could not be evaluated for the address is left out of `coveredFamilies`.',
  asOfBlock: 'always',
  record: RelationsAtBlockDto,
  refusals: [UNCOVERED_BLOCK],
})
export class GetAddressRelationsAtBlockQuery extends Query<ApiResponse<RelationsAtBlockDto>> {
  @AddressParameter()
  readonly address!: Address;

  @BlockParameter()
  readonly block!: number;
}

@QueryHandler(GetAddressRelationsAtBlockQuery)
export class GetAddressRelationsAtBlockHandler implements IQueryHandler<GetAddressRelationsAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  execute(query: GetAddressRelationsAtBlockQuery): Promise<ApiResponse<RelationsAtBlockDto>> {
    return claimsAtBlock(this.claims, this.bounds, 'relation', query, relationInterval);
  }
}
