import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { TokenReader } from '../../projection/token/token.reader.js';
import { ApiResponse } from '../http/api-response.js';
import { ChainBounds } from '../http/chain-bounds.js';
import type { TokenDto } from './token.dto.js';
import type { TokenParameters } from './token.parameters.js';
import { tokenRecord } from './token.record.js';

export class GetTokenQuery extends Query<ApiResponse<TokenDto>> {
  constructor(readonly parameters: TokenParameters) {
    super();
  }
}

@QueryHandler(GetTokenQuery)
export class GetTokenHandler implements IQueryHandler<GetTokenQuery> {
  constructor(
    private readonly tokens: TokenReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters: { token } }: GetTokenQuery): Promise<ApiResponse<TokenDto>> {
    const found = await this.tokens.byAddress(token, this.bounds.firstBlock);
    return new ApiResponse(tokenRecord(token, found), found.headNumber);
  }
}
