import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { NotCovered } from '../../../domain/refusal/not-covered.js';
import { DeclarationsReader } from '../../../state/tracking/declarations.reader.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { UNCOVERED_BLOCK } from '../../http/method/uncovered-block.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { TokenDeclarationsDto, tokenDeclarationsRecord } from './token-declarations.dto.js';

@ChainQuery({
  operationId: 'getTokenDeclarations',
  path: 'tokens/:token/declarations',
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'always',
  beyondSeed: true,
  refusals: [UNCOVERED_BLOCK],
  summary: 'Declared names through time',
  description:
    'The results of `name()`, `symbol()` and `decimals()` at the end of every covered block. The service executes ' +
    'the code of the contract over its state: a token that renames itself has an interval for each name, whether ' +
    'or not it emitted an event. The author of the contract chose these texts.',
  record: TokenDeclarationsDto,
})
export class GetTokenDeclarationsQuery extends Query<ApiResponse<TokenDeclarationsDto>> {
  @AddressParameter()
  readonly token!: Address;
}

@QueryHandler(GetTokenDeclarationsQuery)
export class GetTokenDeclarationsHandler implements IQueryHandler<GetTokenDeclarationsQuery> {
  constructor(private readonly declarations: DeclarationsReader) {}

  async execute({ token }: GetTokenDeclarationsQuery): Promise<ApiResponse<TokenDeclarationsDto>> {
    const { blocks, results } = await this.declarations.ofContract(token);
    if (!blocks) throw NotCovered.unavailable();
    return new ApiResponse(tokenDeclarationsRecord(token, blocks, results), blocks.toBlock);
  }
}
