import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { TokenStatisticsReader } from '../../../projection/token/token-statistics.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { TokenParameters } from '../token.parameters.js';
import type { TokenStatisticsDto } from './token-statistics.dto.js';
import { tokenStatisticsRecord } from './token-statistics.record.js';

export class GetTokenStatisticsQuery extends Query<ApiResponse<TokenStatisticsDto>> {
  constructor(readonly parameters: TokenParameters) {
    super();
  }
}

@QueryHandler(GetTokenStatisticsQuery)
export class GetTokenStatisticsHandler implements IQueryHandler<GetTokenStatisticsQuery> {
  constructor(
    private readonly statistics: TokenStatisticsReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({
    parameters: { token },
  }: GetTokenStatisticsQuery): Promise<ApiResponse<TokenStatisticsDto>> {
    const found = await this.statistics.ofToken(token, this.bounds.firstBlock);
    return new ApiResponse(tokenStatisticsRecord(token, found), found.headNumber);
  }
}
