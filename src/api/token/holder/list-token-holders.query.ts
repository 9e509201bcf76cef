import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Address } from '../../../domain/chain/hex.js';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { type HolderPlace, TokenHoldersReader } from '../../../projection/token/token-holders.reader.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { Continuation } from '../../http/cursor/continuation.js';
import { ApiResponse } from '../../http/method/api-response.js';
import { ChainQuery } from '../../http/method/chain-query.decorator.js';
import { AddressParameter } from '../../http/parameter/address.parameter.js';
import { CursorParameter } from '../../http/parameter/cursor.parameter.js';
import { LimitParameter } from '../../http/parameter/limit.parameter.js';
import { transferTokenRecord } from '../described/transfer-token.dto.js';
import { UNCOVERED_TOKEN } from '../described/uncovered-token.js';
import { tokenHolderRecord } from './token-holder.dto.js';
import { TokenHoldersDto, TRANSFER_SUM } from './token-holders.dto.js';

@ChainQuery({
  operationId: 'listTokenHolders',
  path: 'tokens/:token/holders',
  tag: 'Tokens',
  plan: 'Enriched Data',
  asOfBlock: 'optional',
  refusals: UNCOVERED_TOKEN,
  summary: 'Current holders of a token',
  description:
    'A page of the addresses that received more of the token than they sent, largest balance first. Balances are ' +
    'sums of transfer events. For tokens that take fees, rebase, or mint without an event, `balanceOf` of the ' +
    'contract differs.',
  record: TokenHoldersDto,
  list: { items: 'holders', paged: true, key: ['holder'] },
})
export class ListTokenHoldersQuery extends Query<ApiResponse<TokenHoldersDto>> {
  @AddressParameter()
  readonly token!: Address;

  @CursorParameter()
  readonly cursor!: Continuation<readonly string[]>;

  @LimitParameter(100, 50)
  readonly limit!: number;
}

@QueryHandler(ListTokenHoldersQuery)
export class ListTokenHoldersHandler implements IQueryHandler<ListTokenHoldersQuery> {
  constructor(
    private readonly holders: TokenHoldersReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ token, cursor, limit }: ListTokenHoldersQuery): Promise<ApiResponse<TokenHoldersDto>> {
    const after = cursor.after as HolderPlace | undefined;
    const found = await this.holders.ofToken(token, this.bounds.firstBlock, after, limit);
    const last = found.hasMore ? found.holders.at(-1) : undefined;
    return new ApiResponse(
      {
        chainId: CHAIN_ID,
        token: transferTokenRecord(token, found),
        balanceBasis: TRANSFER_SUM,
        holders: found.holders.map((row) => tokenHolderRecord(row, found.held)),
        ...(last && { nextCursor: cursor.at([last.balance, last.holder]) }),
      },
      found.headNumber,
    );
  }
}
