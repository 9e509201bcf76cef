import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { CHAIN_ID } from '../../../domain/chain/record/chain-id.js';
import { type HolderPlace, TokenHoldersReader } from '../../../projection/token/token-holders.reader.js';
import { ApiResponse } from '../../http/api-response.js';
import { ChainBounds } from '../../http/chain-bounds.js';
import type { TokenHoldersParameters } from '../token.parameters.js';
import { transferTokenRecord } from '../transfer-token.record.js';
import { tokenHolderRecord } from './token-holder.record.js';
import { type TokenHoldersDto, TRANSFER_SUM } from './token-holders.dto.js';

export class ListTokenHoldersQuery extends Query<ApiResponse<TokenHoldersDto>> {
  constructor(readonly parameters: TokenHoldersParameters) {
    super();
  }
}

@QueryHandler(ListTokenHoldersQuery)
export class ListTokenHoldersHandler implements IQueryHandler<ListTokenHoldersQuery> {
  constructor(
    private readonly holders: TokenHoldersReader,
    private readonly bounds: ChainBounds,
  ) {}

  async execute({ parameters }: ListTokenHoldersQuery): Promise<ApiResponse<TokenHoldersDto>> {
    const { token, cursor, limit } = parameters;
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
