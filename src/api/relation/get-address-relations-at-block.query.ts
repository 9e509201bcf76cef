import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ClaimsAtBlockReader } from '../../claims/claims-at-block.reader.js';
import type { Address } from '../../domain/chain/hex.js';
import { claimsAtBlock, claimsRecord } from '../claim/claims-at-block.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { LargeAnswers } from '../http/method/large-answers.js';
import { UNCOVERED_BLOCK } from '../http/method/uncovered-block.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { BlockParameter } from '../http/parameter/block-number.parameter.js';
import { type RelationIntervalDto, RelationsAtBlockDto, relationInterval } from './relation-interval.dto.js';

@ChainQuery({
  operationId: 'getAddressRelationsAtBlock',
  path: 'addresses/:address/relations/at/:block',
  tag: 'Relations',
  plan: 'Intelligence',
  summary: 'Relations of an address at a block',
  description:
    'The relations of the address at the end of a block, each with its whole interval. A block above the highest ' +
    'evaluated one, or one in which no relation is covered, gets 422. `coveredFamilies` leaves out relations that ' +
    'were not evaluated for the address, and those with over 50,000 rows or 8 MiB of values.',
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
    private readonly largeAnswers: LargeAnswers,
  ) {}

  async execute(query: GetAddressRelationsAtBlockQuery): Promise<ApiResponse<RelationsAtBlockDto>> {
    const answer = await claimsAtBlock(this.claims, this.bounds, 'relation', query, relationInterval);
    return answer ?? this.#large(query);
  }

  #large(query: GetAddressRelationsAtBlockQuery): Promise<ApiResponse<RelationsAtBlockDto>> {
    const { address, block } = query;
    return this.largeAnswers.answer(async () => {
      const found = await this.claims.manyRelationsAt(address, block, this.bounds.firstBlock);
      const { intervals } = found;
      return {
        block,
        head: claimsRecord<RelationIntervalDto>(query, found, []),
        list: 'intervals',
        count: intervals.length,
        rows: (from, to) => intervals.slice(from, to).map(relationInterval),
      };
    });
  }
}
