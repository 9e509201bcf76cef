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
import { tooManyRows } from '../refusal/record-refusals.js';
import { AttributesAtBlockDto, attributeInterval } from './attribute-interval.dto.js';

@ChainQuery({
  operationId: 'getAddressAttributesAtBlock',
  path: 'addresses/:address/attributes/at/:block',
  tag: 'Attributes',
  plan: 'Intelligence',
  summary: 'Attributes of an address at a block',
  description:
    'The attributes that held at the end of a block, each with its whole interval. A block above the highest ' +
    'evaluated one, or one that no family covers, gets 422. `coveredFamilies` leaves out a family if one of its ' +
    'attributes could not be evaluated for the address.',
  asOfBlock: 'always',
  record: AttributesAtBlockDto,
  refusals: [UNCOVERED_BLOCK],
})
export class GetAddressAttributesAtBlockQuery extends Query<ApiResponse<AttributesAtBlockDto>> {
  @AddressParameter()
  readonly address!: Address;

  @BlockParameter()
  readonly block!: number;
}

@QueryHandler(GetAddressAttributesAtBlockQuery)
export class GetAddressAttributesAtBlockHandler implements IQueryHandler<GetAddressAttributesAtBlockQuery> {
  constructor(
    private readonly claims: ClaimsAtBlockReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute(query: GetAddressAttributesAtBlockQuery): Promise<ApiResponse<AttributesAtBlockDto>> {
    const answer = await claimsAtBlock(this.claims, this.bounds, 'attribute', query, attributeInterval);
    if (!answer) throw tooManyRows();
    return answer;
  }
}
