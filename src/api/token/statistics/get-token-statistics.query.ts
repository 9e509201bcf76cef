import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { TokenStatisticsReader } from '../../../projection/token/token-statistics.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { UNCOVERED_TOKEN } from '../described/uncovered-token.js';
import { TokenStatisticsDto, tokenStatisticsRecord } from './token-statistics.dto.js';

@ChainQuery({
  operationId: 'getTokenStatistics',
  path: 'tokens/:token/statistics',
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  refusals: UNCOVERED_TOKEN,
  summary: 'Activity totals of a token',
  description:
    'How often the token was transferred, minted and burnt in all its time, the number of its holders, and its ' +
    'activity in the last day, week and month.',
  record: TokenStatisticsDto,
})
export class GetTokenStatisticsQuery extends Query<ApiResponse<TokenStatisticsDto>> {
  @AddressParameter()
  readonly token!: Address;
}

@QueryHandler(GetTokenStatisticsQuery)
export class GetTokenStatisticsHandler implements IQueryHandler<GetTokenStatisticsQuery> {
  constructor(
    private readonly statistics: TokenStatisticsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token }: GetTokenStatisticsQuery): Promise<ApiResponse<TokenStatisticsDto>> {
    const found = await this.statistics.ofToken(token, this.bounds.firstBlock);
    return new ApiResponse(tokenStatisticsRecord(token, found), found.headNumber);
  }
}
