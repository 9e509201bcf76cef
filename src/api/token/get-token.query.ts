import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../domain/chain/hex.js';
import { TokenReader } from '../../projection/token/token.reader.js';
import { ChainBounds } from '../http/chain-bounds.js';
import { ApiResponse } from '../http/method/api-response.js';
import { ChainQuery } from '../http/method/chain-query.decorator.js';
import { AddressParameter } from '../http/parameter/address.parameter.js';
import { UNCOVERED_TOKEN } from './described/uncovered-token.js';
import { TokenDto, tokenRecord } from './token.dto.js';

@ChainQuery({
  operationId: 'getToken',
  path: 'tokens/:token',
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  refusals: UNCOVERED_TOKEN,
  summary: 'One token',
  description:
    'A token contract by its events and its own declarations. A contract that never emitted a transfer event is ' +
    'not a token. Counts cover all time, so a token is refused while blocks since its deployment are missing.',
  record: TokenDto,
  stable: true,
})
export class GetTokenQuery extends Query<ApiResponse<TokenDto>> {
  @AddressParameter()
  readonly token!: Address;
}

@QueryHandler(GetTokenQuery)
export class GetTokenHandler implements IQueryHandler<GetTokenQuery> {
  constructor(
    private readonly tokens: TokenReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token }: GetTokenQuery): Promise<ApiResponse<TokenDto>> {
    const found = await this.tokens.byAddress(token, this.bounds.firstBlock);
    return new ApiResponse(tokenRecord(token, found), found.headNumber);
  }
}
